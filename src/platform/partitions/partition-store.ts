import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import { type Database, system, type Trx } from '../db/index.ts';

export type { Database, Trx } from '../db/index.ts';

/** Partitioned tables, with the id column that determines a row's month and the prefix of those ids. */
const BY_MONTH = {
  document_events: { key: 'document_id', prefix: 'doc' },
  document_artifacts: { key: 'document_id', prefix: 'doc' },
  webhook_deliveries: { key: 'event_id', prefix: 'evt' },
  webhook_attempts: { key: 'delivery_id', prefix: 'dlv' },
  audit_entries: { key: 'id', prefix: 'aud' },
} as const;

/** A table with monthly partitions. */
export type MonthlyTable = keyof typeof BY_MONTH;

const TABLES = Object.keys(BY_MONTH) as readonly MonthlyTable[];

/** Partition for the ids of one month; the first one also has all earlier ids. */
export type Month = {
  readonly part: string;
  /** Upper bound (exclusive) of its ids. */
  readonly to: string;
  /** End in milliseconds since the epoch. */
  readonly endsAt: number;
};

/** How far ahead partitions are created, in milliseconds: maintenance may pause for weeks. */
const AHEAD_MS = 70 * 24 * 60 * 60 * 1000;

/** Tables connected by foreign keys. Creating or dropping a partition changes these keys and locks the tables. */
const TIED_TO: Readonly<Record<MonthlyTable, readonly string[]>> = {
  document_events: ['documents'],
  document_artifacts: ['documents', 'stored_contents', 'log_salts'],
  webhook_deliveries: ['webhooks'],
  webhook_attempts: ['workspaces'],
  audit_entries: ['workspaces'],
};

/**
 * Rows of these tables are locked first (FOR UPDATE) and changed later, so partition creation must also conflict with
 * ROW SHARE. For the other tables it blocks writes only, since every insert of a referencing row takes ROW SHARE on
 * them.
 */
const LOCKED_BY_ROW = new Set(['documents', 'webhooks']);

/**
 * While the lock request waits, all later requests queue behind it; after the timeout they proceed. An autovacuum
 * would yield only after a second.
 */
const LOCK_TIMEOUT = "set local lock_timeout = '250ms'";
const TRIES = 20;
const PAUSE_MS = 250;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs work in a transaction with a short lock timeout, and retries it when the timeout expires. Referenced tables
 * are locked first, in the order of writers, which avoids deadlocks.
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

/**
 * Partitions of a table, oldest first, without the default partition, which receives rows of months created too late.
 */
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
 * Creates missing partitions from the last existing one up to AHEAD_MS from now. A month with rows in the default
 * partition is not created.
 *
 * @param now milliseconds since the epoch
 * @returns names of the created partitions
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

/** How far ahead the partitions of all tables reach, in milliseconds. */
export async function monthsReach(db: Database, now: number): Promise<number> {
  const ends = await Promise.all(TABLES.map(async (table) => (await listMonths(db, table)).at(-1)?.endsAt ?? 0));
  return Math.min(...ends) - now;
}

/**
 * Drops partitions that ended before the time, oldest first. Rows in the default partition remain.
 *
 * @param stillNeeded returns true when a partition must not be dropped yet; called again after writes are locked out
 * @returns names of the dropped partitions
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

/** True when a partition of artifacts has rows. Artifacts of erased documents are already deleted. */
export async function holdsContent(trx: Trx, { part }: Month): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(part)} limit 1`.execute(trx);
  return rows.length > 0;
}

/** True when a partition has pending deliveries. */
export async function holdsPending(trx: Trx, { part }: Month): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(part)} where status = 'pending' limit 1`.execute(trx);
  return rows.length > 0;
}

/** True when a document created before the end of the month still has content. */
export async function isContentLeft(trx: Trx, { to }: Month): Promise<boolean> {
  const { rows } = await sql`select from document_artifacts where document_id < ${to} limit 1`.execute(trx);
  return rows.length > 0;
}

/** True when deliveries before the end of the month exist; their attempts are shown with them. */
export async function areDeliveriesLeft(trx: Trx, { to }: Month): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_deliveries where event_id < ${to.replace('dlv', 'evt')} limit 1`.execute(trx);
  return rows.length > 0;
}
