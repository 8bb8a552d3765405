import type { Readable } from 'node:stream';
import type { WrittenReport } from '../report.ts';
import { mergeNumbered } from './merge-numbered.ts';
import {
  countUnnumbered,
  type Database,
  findRange,
  listErased,
  listNumbered,
  listProven,
  type NumberedEntry,
  type Range,
  readProven,
} from './monthly-export-store.ts';
import type { ListedEntry } from './table.ts';
import { type PeriodWish, writePeriod } from './write-period.ts';

type PeriodsParts = {
  readonly db: Database;
  /** What the signatures are verified with, as JSON. */
  readonly published: () => Promise<string>;
  readonly signSums: (sums: Uint8Array) => Promise<string>;
  /** A report of a workspace; null: there is none of this id any more. */
  readonly find: (workspaceId: string, id: string) => Promise<WrittenReport | null>;
  readonly archive: (written: WrittenReport, invoice: null) => Promise<Uint8Array>;
  /** An archive of ours once more, with what there is for it by now. */
  readonly renew: (archive: Uint8Array) => Promise<Uint8Array>;
  /** Where reports and documents of a workspace stand in the transparency log, by their ids. */
  readonly placesOf: (workspaceId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** What is stored about documents of a workspace: reads the content of each that has it, by document. */
type DocumentArtifacts = {
  readonly readEach: (
    scope: { readonly workspaceId: string },
    documentIds: readonly string[],
    name: 'evidence.zip',
  ) => Promise<ReadonlyMap<string, Uint8Array>>;
};

/**
 * Writes the evidence of a workspace's month for an auditor, that of documents included; it is told as it is read, and
 * holds no transaction.
 */
export type ExportPeriod = (workspaceId: string, wish: PeriodWish, artifacts: DocumentArtifacts) => Promise<Readable>;

const PAGE = 500;

/** Makes the export on a database. */
export const makeExportPeriod =
  ({ db, published, signSums, find, archive, renew, placesOf, now }: PeriodsParts): ExportPeriod =>
  async (workspaceId, wish, artifacts) => {
    const at = new Date(now()).toISOString();
    const range = await findRange(db, workspaceId, wish.month);
    async function* reports(): AsyncGenerator<readonly NumberedEntry[]> {
      for (let next: Range = range; next.from <= next.to; ) {
        const page = await listNumbered(db, workspaceId, next, PAGE);
        yield page;
        if (page.length < PAGE) return;
        next = { ...next, from: page.at(-1)!.position + 1 };
      }
    }
    async function* documents(): AsyncGenerator<readonly NumberedEntry[]> {
      const proven = await listProven(db, workspaceId, range);
      for (let begin = 0; begin < proven.length; begin += PAGE)
        yield readProven(db, workspaceId, proven.slice(begin, begin + PAGE));
    }
    const placed = async (page: readonly NumberedEntry[]): Promise<ListedEntry[]> => {
      const keeperOf = ({ entry, documentId }: NumberedEntry): string => documentId ?? entry.id;
      const places = await placesOf(workspaceId, page.map(keeperOf));
      return page.map((one) => ({ ...one, logIndex: places.get(keeperOf(one)) ?? null }));
    };
    return writePeriod(wish, {
      workspaceId,
      at,
      range,
      // Told behind the list: what retention erases in between is then no gap.
      erased: () => listErased(db, workspaceId, range),
      unnumbered: await countUnnumbered(db, workspaceId, wish.month),
      entries: mergeNumbered(eachOf(reports(), placed), eachOf(documents(), placed)),
      archiveOf: async ({ id, documentId }) => {
        if (documentId !== null) {
          const kept = await artifacts.readEach({ workspaceId }, [documentId], 'evidence.zip');
          const own = kept.get(documentId);
          return own === undefined ? null : renew(own);
        }
        const written = await find(workspaceId, id);
        return written === null ? null : archive(written, null);
      },
      keys: published,
      signSums,
    });
  };

async function* eachOf<From, To>(
  pages: AsyncIterable<readonly From[]>,
  turn: (page: readonly From[]) => Promise<readonly To[]>,
): AsyncGenerator<To> {
  for await (const page of pages) yield* await turn(page);
}
