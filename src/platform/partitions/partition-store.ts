import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import { type Database, system, type Trx } from '../db/index.ts';

export type { Database, Trx } from '../db/index.ts';

/** Tables that are kept by month, with the column of ids that says which month a row is of, and the prefix of those ids. */
const BY_MONTH = {
  document_events: { key: 'document_id', prefix: 'doc' },
  document_artifacts: { key: 'document_id', prefix: 'doc' },
  webhook_deliveries: { key: 'event_id', prefix: 'evt' },
  webhook_attempts: { key: 'delivery_id', prefix: 'dlv' },
  audit_entries: { key: 'id', prefix: 'aud' },
} as const;

/** A table that is kept by month. */
export type MonthlyTable = keyof typeof BY_MONTH;

const TABLES = Object.keys(BY_MONTH) as readonly MonthlyTable[];

/** The part of a table for the ids of a month, or of all months before it in a database that was there before months were. */
export type Month = {
  readonly part: string;
  /** The first id that it has no place for. */
  readonly to: string;
  /** When it ends, in milliseconds since the epoch. */
  readonly endsAt: number;
};

/** So far ahead there are months, in milliseconds: an upkeep that rests for weeks is in time. */
const AHEAD_MS = 70 * 24 * 60 * 60 * 1000;

/** What rows of a table refer to, and what refers to them: made for a part, and dropped with it, under locks of these tables. */
const TIED_TO: Readonly<Record<MonthlyTable, readonly string[]>> = {
  document_events: ['documents'],
  document_artifacts: ['documents', 'stored_contents', 'log_salts'],
  webhook_deliveries: ['webhooks'],
  webhook_attempts: ['workspaces'],
  audit_entries: ['workspaces'],
};

/**
 * Rows of these are locked before a month is looked into, and changed after: who makes a month keeps such locks off. Of the
 * others it keeps off changes alone, as every insert of a row that refers to one locks that.
 */
const LOCKED_BY_ROW = new Set(['documents', 'webhooks']);

/**
 * Who changes the parts of a table waits so long for those who use it, as all that come later wait behind; then they get
 * their turn. An autovacuum would give way only after a second.
 */
const LOCK_TIMEOUT = "set local lock_timeout = '250ms'";
const TRIES = 20;
const PAUSE_MS = 250;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs the work in a transaction that waits for no lock for long, and again while it would. What rows refer to is locked
 * first, as whoever writes them does: nobody waits for the work while it waits for him.
 */
async function inShortWaits<T>(
  db: Database,
  table: MonthlyTable,
  to: 'make' | 'drop',
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const modeOf = (tied: string): string =>
    to === 'drop' ? 'access exclusive' : LOCKED_BY_ROW.has(tied) ? 'exclusive' : 'share row exclusive';
  for (let attempt = 1; ; attempt++) {
    try {
      return await system(db)
        .transaction()
        .execute(async (trx) => {
          await trx.executeQuery(CompiledQuery.raw(LOCK_TIMEOUT));
          for (const tied of TIED_TO[table])
            await trx.executeQuery(CompiledQuery.raw(`lock table ${tied} in ${modeOf(tied)} mode`));
          return work(trx);
        });
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === TRIES) throw error;
    }
    await pause(PAUSE_MS);
  }
}

/** The months of a table, the oldest first, without the rest: what came for a month that was not made in time. */
async function listMonths(db: Database, table: MonthlyTable): Promise<Month[]> {
  const { rows } = await sql<{ part: string; bound: string }>`
    select c.relname as part, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = ${table}::regclass`.execute(system(db));
  return rows
    .flatMap(({ part, bound }) => {
      const to = /TO \('([a-z]{3}_[0-9a-f-]{36})'\)$/.exec(bound)?.[1];
      return to === undefined ? [] : [{ part, to, endsAt: Number.parseInt(to.slice(4, 17).replace('-', ''), 16) }];
    })
    .sort((a, b) => a.endsAt - b.endsAt);
}

/**
 * Makes the months that are missing from the last one on until some time after now. One of which rows came already, to the
 * rest, is not made any more.
 *
 * @param now milliseconds since the epoch
 * @returns the names of the parts that were made
 */
export async function makeMonthsAhead(db: Database, now: number): Promise<string[]> {
  const made: string[] = [];
  for (const table of TABLES) {
    const { key, prefix } = BY_MONTH[table];
    const last = (await listMonths(db, table)).at(-1)?.endsAt ?? now;
    for (const month of monthsFrom(Math.max(last, startOfMonth(now)), now + AHEAD_MS)) {
      const { rows } = await inShortWaits(db, table, 'make', (trx) =>
        sql<{ made: boolean }>`select make_month(${table}, ${key}, ${prefix}, ${month}::timestamptz) as made`.execute(
          trx,
        ),
      );
      if (rows[0]!.made) made.push(`${table} ${month.toISOString().slice(0, 7)}`);
    }
  }
  return made;
}

const startOfMonth = (time: number): number => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
};

function monthsFrom(time: number, until: number): Date[] {
  const months: Date[] = [];
  let month = new Date(startOfMonth(time));
  while (month.getTime() < until) {
    months.push(month);
    month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1));
  }
  return months;
}

/** How long from now the months reach, of the table that has the fewest, in milliseconds. */
export async function monthsReach(db: Database, now: number): Promise<number> {
  const ends = await Promise.all(TABLES.map(async (table) => (await listMonths(db, table)).at(-1)?.endsAt ?? 0));
  return Math.min(...ends) - now;
}

/**
 * Drops the months of a table that ended before the time, the oldest first, at once and with all their space. Rows that
 * came for a month that was not made in time stay.
 *
 * @param stillNeeded whether a month may not be dropped yet; asked once more when nobody adds to it any longer
 * @returns the names of the parts that are gone
 */
export async function dropMonths(
  db: Database,
  table: MonthlyTable,
  before: number,
  stillNeeded: (trx: Trx, month: Month) => Promise<boolean>,
): Promise<string[]> {
  const dropped: string[] = [];
  for (const month of await listMonths(db, table)) {
    if (month.endsAt > before) break;
    const isGone = await inShortWaits(db, table, 'drop', async (trx) => {
      if (await stillNeeded(trx, month)) return false;
      await sql`alter table ${sql.table(table)} detach partition ${sql.table(month.part)}`.execute(trx);
      if (await stillNeeded(trx, month)) throw new StillNeeded();
      await sql`drop table ${sql.table(month.part)}`.execute(trx);
      return true;
    }).catch((error) => {
      if (error instanceof StillNeeded) return false;
      throw error;
    });
    if (isGone) dropped.push(month.part);
  }
  return dropped;
}

class StillNeeded extends Error {}

/** Whether a part of artifacts has any: those of documents whose content is erased are deleted already. */
export async function holdsContent(trx: Trx, { part }: Month): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(part)} limit 1`.execute(trx);
  return rows.length > 0;
}

/** Whether a part of deliveries has any that is still to be made. */
export async function holdsPending(trx: Trx, { part }: Month): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(part)} where status = 'pending' limit 1`.execute(trx);
  return rows.length > 0;
}

/** Whether the content of any document until the end of a month is there. */
export async function isContentLeft(trx: Trx, { to }: Month): Promise<boolean> {
  const { rows } = await sql`select from document_artifacts where document_id < ${to} limit 1`.execute(trx);
  return rows.length > 0;
}

/** Whether any delivery until the end of a month is there: its attempts are told with it. */
export async function areDeliveriesLeft(trx: Trx, { to }: Month): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_deliveries where event_id < ${to.replace('dlv', 'evt')} limit 1`.execute(trx);
  return rows.length > 0;
}
