import type { Readable } from 'node:stream';
import type { WrittenReport } from '../report.ts';
import { type Database, findRange, listErased, listNumbered, type Range } from './store.ts';
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
  /** Where reports of a workspace stand in the transparency log, by their ids. */
  readonly placesOf: (workspaceId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Writes the reports of a workspace's month for an auditor; it is told as it is read, and holds no transaction. */
export type ExportPeriod = (workspaceId: string, wish: PeriodWish) => Promise<Readable>;

const PAGE = 500;

/** Makes the export on a database. */
export const makeExportPeriod =
  ({ db, published, signSums, find, archive, placesOf, now }: PeriodsParts): ExportPeriod =>
  async (workspaceId, wish) => {
    const at = new Date(now()).toISOString();
    const range = await findRange(db, workspaceId, wish.month);
    async function* entries(): AsyncGenerator<ListedEntry> {
      for (let next: Range = range; next.from <= next.to; ) {
        const page = await listNumbered(db, workspaceId, next, PAGE);
        const places = await placesOf(
          workspaceId,
          page.map(({ entry }) => entry.id),
        );
        for (const one of page) yield { ...one, logIndex: places.get(one.entry.id) ?? null };
        if (page.length < PAGE) return;
        next = { ...next, from: page.at(-1)!.position + 1 };
      }
    }
    return writePeriod(wish, {
      workspaceId,
      at,
      range,
      // Told behind the list: what retention erases in between is then no gap.
      erased: () => listErased(db, workspaceId, range),
      entries: entries(),
      archiveOf: async (id) => {
        const written = await find(workspaceId, id);
        return written === null ? null : archive(written, null);
      },
      keys: published,
      signSums,
    });
  };
