import type { Readable } from 'node:stream';
import type { WrittenReport } from '../report.ts';
import { mergeNumbered } from './merge-numbered.ts';
import {
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
  /** Returns the public keys as JSON. */
  readonly published: () => Promise<string>;
  readonly signSums: (sums: Uint8Array) => Promise<string>;
  /** Returns a report of a workspace; null if it no longer exists. */
  readonly find: (workspaceId: string, id: string) => Promise<WrittenReport | null>;
  readonly archive: (written: WrittenReport, invoice: null) => Promise<Uint8Array>;
  /** Writes an archive of this service again, with the proofs and time stamps available now. */
  readonly renew: (archive: Uint8Array) => Promise<Uint8Array>;
  /** Returns the log indexes of reports and documents of a workspace, by their ids. */
  readonly placesOf: (workspaceId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Stored artifacts of the documents of a workspace: reads the content of those that exist, by document id. */
type DocumentArtifacts = {
  readonly readEach: (
    scope: { readonly workspaceId: string },
    documentIds: readonly string[],
    name: 'evidence.zip',
  ) => Promise<ReadonlyMap<string, Uint8Array>>;
};

/**
 * Writes the evidence of one month of a workspace for an auditor, including that of documents. The archive is
 * generated while it is read, and no transaction stays open.
 */
export type ExportPeriod = (
  workspaceId: string,
  request: PeriodWish,
  artifacts: DocumentArtifacts,
) => Promise<Readable>;

const PAGE = 500;

export const makeExportPeriod =
  ({ db, published, signSums, find, archive, renew, placesOf, now }: PeriodsParts): ExportPeriod =>
  async (workspaceId, request, artifacts) => {
    const at = new Date(now()).toISOString();
    const range = await findRange(db, workspaceId, request.month);
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
    return writePeriod(request, {
      workspaceId,
      at,
      range,
      // Read after the list, so that reports erased by retention in between do not appear as gaps.
      erased: () => listErased(db, workspaceId, range),
      entries: mergeNumbered(eachOf(reports(), placed), eachOf(documents(), placed)),
      archiveOf: async ({ id, documentId }) => {
        if (documentId !== null) {
          const archives = await artifacts.readEach({ workspaceId }, [documentId], 'evidence.zip');
          const own = archives.get(documentId);
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
