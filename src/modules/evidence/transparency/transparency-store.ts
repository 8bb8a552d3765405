import { sql } from 'kysely';
import {
  type Database,
  inTransaction,
  listen,
  notify,
  runLast,
  system,
  type Trx,
  toLiteral,
} from '../../../platform/db/index.ts';
import { enqueueMany } from '../../../platform/queue/index.ts';

export type { Database, Trx } from '../../../platform/db/index.ts';

const ENTRIES_CHANNEL = 'log_entries';
const CHECKPOINTS_CHANNEL = 'log_checkpoints';

export type LogRow = {
  readonly origin: string;
  readonly public_key: Buffer;
  readonly sealed_private: Buffer;
  readonly secret_id: string;
  readonly tree_size: number;
  readonly root_hash: Buffer;
  readonly created_at: Date;
};

/** Returns the log of this database; undefined before its first start. */
export async function findLog(db: Database): Promise<LogRow | undefined> {
  return system(db).selectFrom('transparency_log').selectAll().executeTakeFirst();
}

/** Whether the database has a log; false also if the schema does not exist yet. */
export async function hasLog(db: Database): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('transparency_log') is not null as exists`.execute(system(db));
  return rows[0]!.exists && (await findLog(db)) !== undefined;
}

/**
 * Renames the log if it has neither entries nor a checkpoint; returns false otherwise, or if another process renamed
 * it first.
 */
export async function renameEmptyLog(
  db: Database,
  log: Pick<LogRow, 'origin' | 'sealed_private'>,
  from: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update transparency_log set origin = ${log.origin}, sealed_private = ${log.sealed_private}
    where origin = ${from} and tree_size = 0
      and not exists (select from log_entries) and not exists (select from log_checkpoints)`.execute(system(db));
  return numAffectedRows > 0n;
}

/** Inserts the log unless another process has just done so. */
export async function insertLog(db: Database, log: LogRow): Promise<void> {
  await system(db)
    .insertInto('transparency_log')
    .values(log)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A new evidence entry without an index. The ids are null for evidence that the service does not store. */
export type EvidenceRow = {
  readonly entry: Buffer;
  readonly digest: Buffer;
  readonly salt: Buffer;
  readonly workspaceId: string | null;
  readonly reportId: string | null;
  readonly documentId: string | null;
  readonly at: Date;
};

const toBytes = (bytes: Buffer): string => `'\\x${bytes.toString('hex')}'::bytea`;
const toText = (text: string | null): string => (text === null ? 'null::text' : toLiteral(text));

/** One statement for all rows. The primary key of `log_salts` prevents recording a digest twice. */
function toInsert(rows: readonly EvidenceRow[]): string {
  const values = rows.map(({ entry, digest, salt, workspaceId, reportId, documentId, at }) => {
    const about = [workspaceId, reportId, documentId].map(toText);
    return `(${toBytes(entry)}, ${toBytes(digest)}, ${toBytes(salt)}, ${about.join(', ')}, ${toLiteral(at.toISOString())}::timestamptz)`;
  });
  return `
    with input (entry, digest, salt, workspace_id, report_id, document_id, at) as (values ${values.join(', ')}),
    arrived as (insert into log_entries (entry, created_at) select entry, at from input returning arrival, entry)
    insert into log_salts (digest, salt, arrival, workspace_id, report_id, document_id, artifact, created_at)
    select digest, salt, arrival, workspace_id, report_id, document_id,
      case when document_id is not null then 'evidence.zip' end, at
    from input join arrived using (entry)`;
}

/** Writes the entry at the end of a running transaction, so that both commit or neither does. */
export function insertWithChange(trx: Trx, row: EvidenceRow): void {
  runLast(trx, toInsert, row, () => undefined);
  // Notifications of a transaction are sent at its commit.
  void notify(trx, ENTRIES_CHANNEL, '');
}

/** Writes entries in a transaction of their own. */
export async function insertAlone(db: Database, rows: readonly EvidenceRow[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql.raw(toInsert(rows)).execute(trx);
    await notify(trx, ENTRIES_CHANNEL, '');
  });
}

/** Writes the activations that are not in the log yet. */
export async function insertActivations(
  db: Database,
  rows: readonly {
    readonly pack: string;
    readonly version: string;
    readonly digest: string;
    readonly engine: string;
    readonly activated_at: Date;
    readonly entry: Buffer;
  }[],
): Promise<void> {
  await inTransaction(db, async (trx) => {
    let count = 0;
    for (const { entry, ...activation } of rows) {
      const { numInsertedOrUpdatedRows = 0n } = await trx
        .insertInto('log_activations')
        .values(activation)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) continue;
      await trx
        .insertInto('log_entries')
        .values({ entry, leaf_index: null, created_at: activation.activated_at })
        .execute();
      count += 1;
    }
    if (count > 0) await notify(trx, ENTRIES_CHANNEL, '');
  });
}

/**
 * Runs work on the log under an exclusive row lock; returns null if another process holds the lock or there is no
 * log.
 */
export function withLogLocked<T>(db: Database, work: (trx: Trx, log: LogRow) => Promise<T>): Promise<T | null> {
  return inTransaction(db, async (trx) => {
    const log = await trx.selectFrom('transparency_log').selectAll().forUpdate().skipLocked().executeTakeFirst();
    return log === undefined ? null : work(trx, log);
  });
}

/** Lists entries without an index, in order of arrival. */
export function listWaiting(trx: Trx, limit: number): Promise<{ readonly arrival: number; readonly entry: Buffer }[]> {
  return trx
    .selectFrom('log_entries')
    .select(['arrival', 'entry'])
    .where('leaf_index', 'is', null)
    .orderBy('arrival')
    .limit(limit)
    .execute();
}

type Lengthened = {
  readonly from: number;
  readonly arrivals: readonly number[];
  readonly tiles: readonly { readonly level: number; readonly tile: number; readonly hashes: Buffer }[];
  readonly size: number;
  readonly root: Buffer;
};

export async function keepLengthened(trx: Trx, { from, arrivals, tiles, size, root }: Lengthened): Promise<void> {
  await sql`
    update log_entries set leaf_index = ${from}::bigint + input.place - 1
    from unnest(${[...arrivals]}::bigint[]) with ordinality as input (arrival, place)
    where log_entries.arrival = input.arrival`.execute(trx);
  await trx
    .insertInto('log_tiles')
    .values(tiles.map((tile) => ({ ...tile })))
    .onConflict((conflict) =>
      conflict.columns(['level', 'tile']).doUpdateSet(({ ref }) => ({ hashes: ref('excluded.hashes') })),
    )
    .execute();
  await trx.updateTable('transparency_log').set({ tree_size: size, root_hash: root }).execute();
}

/** Returns the stored hashes of a tile, possibly fewer than its full width. */
export async function findTile(reader: Trx | Database, level: number, tile: number): Promise<Buffer | undefined> {
  const row = await ('kysely' in reader ? system(reader) : reader)
    .selectFrom('log_tiles')
    .select('hashes')
    .where('level', '=', level)
    .where('tile', '=', tile)
    .executeTakeFirst();
  return row?.hashes;
}

/** Lists `count` entries from an index on. */
export async function listEntries(db: Database, from: number, count: number): Promise<Buffer[]> {
  const rows = await system(db)
    .selectFrom('log_entries')
    .select('entry')
    .where('leaf_index', '>=', from)
    .where('leaf_index', '<', from + count)
    .orderBy('leaf_index')
    .execute();
  return rows.map(({ entry }) => entry);
}

export type CheckpointRow = {
  readonly tree_size: number;
  readonly root_hash: Buffer;
  readonly note: string;
  readonly published_at: Date;
  readonly stamp: Buffer | null;
  readonly stamped_at: Date | null;
};

const CHECKPOINT = ['tree_size', 'root_hash', 'note', 'published_at', 'stamp', 'stamped_at'] as const;

export async function findCheckpoint(reader: Trx | Database): Promise<CheckpointRow | undefined> {
  return ('kysely' in reader ? system(reader) : reader)
    .selectFrom('log_checkpoints')
    .select(CHECKPOINT)
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the earliest stamped checkpoint that covers the leaf, otherwise the newest one. */
export async function findCheckpointOver(db: Database, leafIndex: number): Promise<CheckpointRow | undefined> {
  const covering = system(db).selectFrom('log_checkpoints').select(CHECKPOINT).where('tree_size', '>', leafIndex);
  const stamped = await covering.where('stamp', 'is not', null).orderBy('tree_size').limit(1).executeTakeFirst();
  return stamped ?? (await covering.orderBy('tree_size', 'desc').limit(1).executeTakeFirst());
}

/**
 * How long an unstamped checkpoint is retained after a newer one, in milliseconds: clients may still be fetching its
 * tiles.
 */
const KEPT_MS = 60 * 60 * 1000;

/** Publishes a checkpoint and enqueues the log proofs of documents whose evidence it is the first to cover. */
export async function insertCheckpoint(
  trx: Trx,
  checkpoint: Omit<CheckpointRow, 'stamp' | 'stamped_at'>,
  before: number,
): Promise<void> {
  await trx
    .insertInto('log_checkpoints')
    .values({ ...checkpoint, stamp: null, stamped_at: null })
    .execute();
  await trx
    .deleteFrom('log_checkpoints')
    .where('stamp', 'is', null)
    .where('tree_size', '<', checkpoint.tree_size)
    .where('published_at', '<', new Date(checkpoint.published_at.getTime() - KEPT_MS))
    .execute();
  const documents = await trx
    .selectFrom('log_salts')
    .innerJoin('log_entries', 'log_entries.arrival', 'log_salts.arrival')
    .select(['log_salts.workspace_id', 'log_salts.document_id'])
    .where('log_entries.leaf_index', '>=', before)
    .where('log_entries.leaf_index', '<', checkpoint.tree_size)
    .where('log_salts.document_id', 'is not', null)
    .orderBy('log_entries.leaf_index')
    .execute();
  const payloads = documents.map(({ workspace_id, document_id }) => ({
    workspace_id: workspace_id!,
    document_id: document_id!,
  }));
  await enqueueMany(trx, 'document.add-log-proof', payloads);
  await notify(trx, CHECKPOINTS_CHANNEL, '');
}

/**
 * Replaces the note of a checkpoint with one that has more signatures; returns false if the note has changed since.
 */
export async function replaceNote(db: Database, treeSize: number, was: string, note: string): Promise<boolean> {
  const { numUpdatedRows } = await system(db)
    .updateTable('log_checkpoints')
    .set({ note })
    .where('tree_size', '=', treeSize)
    .where('note', '=', was)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the time stamp of a checkpoint; returns false if it already has one or was deleted. */
export async function updateStamp(db: Database, treeSize: number, stamp: Buffer, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await system(db)
    .updateTable('log_checkpoints')
    .set({ stamp, stamped_at: at })
    .where('tree_size', '=', treeSize)
    .where('stamp', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type SaltRow = {
  readonly digest: Buffer;
  readonly salt: Buffer;
  /** Null: no index assigned yet. */
  readonly leaf_index: number | null;
};

const selectSalts = (db: Database) =>
  system(db)
    .selectFrom('log_salts')
    .innerJoin('log_entries', 'log_entries.arrival', 'log_salts.arrival')
    .select(['log_salts.digest', 'log_salts.salt', 'log_entries.leaf_index']);

/** Returns digest, salt and index of evidence; undefined if unknown or erased. */
export function findSalt(db: Database, digest: Buffer): Promise<SaltRow | undefined> {
  return selectSalts(db).where('log_salts.digest', '=', digest).executeTakeFirst();
}

/** Like `findSalt`, for the latest evidence of a document. */
export function findSaltOfDocument(
  db: Database,
  workspaceId: string,
  documentId: string,
): Promise<SaltRow | undefined> {
  return selectSalts(db)
    .where('log_salts.workspace_id', '=', workspaceId)
    .where('log_salts.document_id', '=', documentId)
    .orderBy('log_entries.arrival', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Erases at most `limit` salts of evidence that the service does not store. @returns the number of erased salts */
export async function deleteSaltsAlone(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from log_salts where digest = any (array (
      select digest from log_salts
      where report_id is null and document_id is null and created_at < ${before} order by created_at limit ${limit}
    ))`.execute(system(db));
  return Number(numAffectedRows);
}

/**
 * Returns the log indexes of evidence of a workspace, by report or document id; entries not covered by a checkpoint
 * are omitted.
 */
export async function listPlaces(
  db: Database,
  workspaceId: string,
  keepers: readonly string[],
): Promise<Map<string, number>> {
  const ids = sql`any(${[...keepers]}::text[])`;
  const { rows } = await sql<{ readonly keeper: string; readonly leaf_index: string }>`
    select coalesce(report_id, document_id) as keeper, leaf_index from log_salts join log_entries using (arrival)
    where workspace_id = ${workspaceId} and (report_id = ${ids} or document_id = ${ids})
      and leaf_index < (select max(tree_size) from log_checkpoints)
    order by leaf_index`.execute(system(db));
  return new Map(rows.map(({ keeper, leaf_index }) => [keeper, Number(leaf_index)]));
}

/** Tree size, number of entries covered by a checkpoint, and age of the backlog. */
type LogStanding = {
  readonly treeSize: number;
  readonly published: number;
  /** Null: a checkpoint covers all entries. */
  readonly waitingSince: Date | null;
};

export async function findStanding(db: Database): Promise<LogStanding> {
  const { rows } = await sql<{ tree_size: number; published: number; waiting_since: Date | null }>`
    select tree_size, published, (
      select min(created_at) from (
        (select created_at from log_entries where leaf_index is null order by arrival limit 1)
        union all (select created_at from log_entries where leaf_index = published)
      ) as waiting
    ) as waiting_since
    from (
      select coalesce((select tree_size from transparency_log), 0) as tree_size,
        coalesce((select max(tree_size) from log_checkpoints), 0) as published
    ) as log`.execute(system(db));
  const { tree_size, published, waiting_since } = rows[0]!;
  return { treeSize: tree_size, published, waitingSince: waiting_since };
}

/** Calls back when entries need an index. */
export const watchEntries = (db: Database, onEntries: () => void): Promise<{ stop: () => Promise<void> }> =>
  listen(db, ENTRIES_CHANNEL, onEntries, onEntries);

/** Calls back when a checkpoint is published. */
export const watchCheckpoints = (db: Database, onCheckpoint: () => void): Promise<{ stop: () => Promise<void> }> =>
  listen(db, CHECKPOINTS_CHANNEL, onCheckpoint, onCheckpoint);
