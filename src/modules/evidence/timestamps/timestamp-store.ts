import { sql } from 'kysely';
import { type Database, system } from '../../../platform/db/index.ts';

export type { Database } from '../../../platform/db/index.ts';

/** A time stamp of a checkpoint, or a renewal of one. */
export type StampRow = {
  readonly id: number;
  readonly tree_size: number;
  readonly checkpoint: string;
  readonly response: Buffer;
  readonly expires_at: Date;
};

const COLUMNS = ['id', 'tree_size', 'checkpoint', 'response', 'expires_at'] as const;

/** Returns tree size and time of the newest checkpoint stamp; undefined: no checkpoint has been stamped. */
export async function findLastStamp(db: Database): Promise<{ treeSize: number; at: Date } | undefined> {
  const row = await system(db)
    .selectFrom('checkpoint_stamps')
    .select(['tree_size', 'stamped_at'])
    .where('renews', 'is', null)
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { treeSize: row.tree_size, at: row.stamped_at };
}

/** Lists stamps that expire between these times and have no renewal, earliest expiry first. */
export async function listEnding(db: Database, after: Date, before: Date, limit: number): Promise<StampRow[]> {
  const rows = system(db).selectFrom('checkpoint_stamps as stamp');
  return rows
    .leftJoin('checkpoint_stamps as renewal', 'renewal.renews', 'stamp.id')
    .select(COLUMNS.map((name) => `stamp.${name}` as const))
    .where('stamp.expires_at', '>', after)
    .where('stamp.expires_at', '<', before)
    .where('renewal.id', 'is', null)
    .orderBy('stamp.expires_at')
    .orderBy('stamp.id')
    .limit(limit)
    .execute();
}

/** Returns the chain of renewals for the checkpoint of a tree size: each response stamps the previous one. */
export async function listRenewals(db: Database, treeSize: number): Promise<Buffer[]> {
  const { rows } = await sql<{ readonly response: Buffer }>`
    with recursive chain as (
      select id, response, 0 as place from checkpoint_stamps where tree_size = ${treeSize} and renews is null
      union all
      select renewal.id, renewal.response, place + 1 from chain join checkpoint_stamps as renewal on renews = chain.id
    )
    select response from chain where place > 0 order by place`.execute(system(db));
  return rows.map(({ response }) => response);
}

/**
 * Returns when the authority last issued a stamp, and the latest expiry of its certificate; undefined: it never
 * issued one.
 */
export async function findAuthority(db: Database): Promise<{ stampedAt: Date; expiresAt: Date } | undefined> {
  const row = await system(db)
    .selectFrom('checkpoint_stamps')
    .select(({ fn }) => [fn.max('stamped_at').as('stampedAt'), fn.max('expires_at').as('expiresAt')])
    .executeTakeFirst();
  return row?.stampedAt ? row : undefined;
}

type NewStamp = {
  readonly tree_size: number;
  readonly checkpoint: string;
  readonly renews: number | null;
  readonly response: Buffer;
  readonly stamped_at: Date;
  readonly expires_at: Date;
};

/** Stores a stamp; returns false if another process stored it first. */
export async function insertStamp(db: Database, stamp: NewStamp): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await system(db)
    .insertInto('checkpoint_stamps')
    .values(stamp)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
