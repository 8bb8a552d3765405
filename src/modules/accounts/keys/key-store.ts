import { type Selectable, sql } from 'kysely';
import { type Database, system, type Tables, type Trx, withWorkspace } from '../../../platform/db/index.ts';
import type { Cii, Environment, Role } from '../caller.ts';

export type { Database, Trx } from '../../../platform/db/index.ts';

/**
 * Identifies the state of all keys: number of changes, and the server that reported it. A promoted standby or a
 * restored backup may lack the last changes and reuse their numbers.
 */
export type KeyEpoch = string;

const KEY_EPOCH = sql<KeyEpoch>`concat(key_epoch.number, ' ', extract(epoch from pg_postmaster_start_time()))`;

/** Key data for authentication, and the epoch of the same snapshot. */
export type FoundKey = {
  readonly epoch: KeyEpoch;
  /** Null: no key has this digest. */
  readonly key: {
    readonly id: string;
    readonly workspace_id: string;
    readonly role: Role;
    readonly environment: Environment;
    readonly plan: string;
    readonly cii: Cii | null;
    readonly expires_at: Date | null;
    readonly revoked_at: Date | null;
    readonly workspace_expires_at: Date | null;
  } | null;
};

/** Finds the key with this digest. Unscoped: the key determines the workspace. */
export async function findKey(db: Database, digest: Buffer): Promise<FoundKey> {
  const { epoch, id, workspace_id, role, environment, plan, cii, ...ends } = await findKeyQuery(
    db,
    digest,
  ).executeTakeFirstOrThrow();
  if (id === null) return { epoch, key: null };
  return {
    epoch,
    key: { id, workspace_id: workspace_id!, role: role!, environment: environment!, plan: plan!, cii, ...ends },
  };
}

/** Query of `findKey`: one snapshot of key and epoch. */
const findKeyQuery = (db: Database, digest: Buffer) =>
  system(db)
    .selectFrom('key_epoch')
    .leftJoin('api_keys as key', (join) => join.on('key.digest', '=', digest))
    .leftJoin('workspaces as workspace', 'workspace.id', 'key.workspace_id')
    .select([
      KEY_EPOCH.as('epoch'),
      'key.id',
      'key.workspace_id',
      'key.role',
      'key.environment',
      'workspace.plan',
      'workspace.cii',
      'key.expires_at',
      'key.revoked_at',
      'workspace.expires_at as workspace_expires_at',
    ]);

type Ends = Pick<NonNullable<FoundKey['key']>, 'expires_at' | 'revoked_at' | 'workspace_expires_at'>;

/** When a key ends, in milliseconds since the epoch; a time in the past when it is revoked. */
export function endOf({ expires_at, revoked_at, workspace_expires_at }: Ends): number {
  if (revoked_at !== null) return Number.NEGATIVE_INFINITY;
  return Math.min(
    expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    workspace_expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
  );
}

/** When each of these keys ends, as in `endOf`; deleted keys are omitted. Unscoped: keys of any workspace. */
export async function findKeyEnds(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await findKeyEndsQuery(db, ids).execute();
  return new Map(rows.map(({ id, ...ends }) => [id, endOf(ends)]));
}

/** Query of `findKeyEnds`. */
const findKeyEndsQuery = (db: Database, ids: readonly string[]) =>
  system(db)
    .selectFrom('api_keys as key')
    .innerJoin('workspaces as workspace', 'workspace.id', 'key.workspace_id')
    .select(['key.id', 'key.expires_at', 'key.revoked_at', 'workspace.expires_at as workspace_expires_at'])
    .where(sql<boolean>`key.id = any(${ids})`);

/** Current epoch of keys. */
export async function readKeyEpoch(db: Database): Promise<KeyEpoch> {
  return (await system(db).selectFrom('key_epoch').select(KEY_EPOCH.as('epoch')).executeTakeFirstOrThrow()).epoch;
}

const KEY_COLUMNS = [
  'id',
  'name',
  'prefix',
  'last_four',
  'role',
  'environment',
  'created_at',
  'created_by',
  'expires_at',
  'revoked_at',
  'replaced_by',
] as const;

export type KeyRow = Pick<Selectable<Tables['api_keys']>, (typeof KEY_COLUMNS)[number]>;

type NewKeyRow = KeyRow & { readonly digest: Buffer };

/** Runs work in a transaction scoped to the workspace, serialised with other changes of its keys. */
export function changeKeys<T>(db: Database, workspaceId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return withWorkspace(db, workspaceId, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`keys of ${workspaceId}`}, 0))`.execute(trx);
    return work(trx);
  });
}

/** Environment of a workspace; null when it does not exist. */
export async function findEnvironment(trx: Trx, workspaceId: string): Promise<Environment | null> {
  const query = trx.selectFrom('workspaces').select('environment').where('id', '=', workspaceId);
  return (await query.executeTakeFirst())?.environment ?? null;
}

export async function insertKey(trx: Trx, workspaceId: string, row: NewKeyRow): Promise<void> {
  await trx
    .insertInto('api_keys')
    .values({ workspace_id: workspaceId, ...row })
    .execute();
}

export function findKeyRow(trx: Trx, workspaceId: string, id: string): Promise<KeyRow | undefined> {
  return trx
    .selectFrom('api_keys')
    .select(KEY_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The columns that end a key. */
type KeyEnd = Partial<Pick<KeyRow, 'expires_at' | 'revoked_at' | 'replaced_by'>>;

export function endKey(trx: Trx, workspaceId: string, id: string, end: KeyEnd): Promise<KeyRow> {
  return trx
    .updateTable('api_keys')
    .set(end)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(KEY_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** True when another admin key of the workspace is valid and is not being replaced. */
export async function hasOtherAdmin(trx: Trx, workspaceId: string, id: string, now: Date): Promise<boolean> {
  const other = await trx
    .selectFrom('api_keys')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '<>', id)
    .where('role', '=', 'admin')
    .where('revoked_at', 'is', null)
    .where('replaced_by', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Keys of a workspace, newest first. */
export function listKeyRows(
  db: Database,
  workspaceId: string,
  from: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<KeyRow[]> {
  return withWorkspace(db, workspaceId, (trx) =>
    trx
      .selectFrom('api_keys')
      .select(KEY_COLUMNS)
      .where('workspace_id', '=', workspaceId)
      .$if(from !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('created_at', 'id'), '<', tuple<Date, string>(from!.at, from!.id)),
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
  );
}

/** Workspace of a key. Unscoped: operators identify keys by id only. */
export async function findWorkspaceOfKey(db: Database, id: string): Promise<string | null> {
  const row = await system(db).selectFrom('api_keys').select('workspace_id').where('id', '=', id).executeTakeFirst();
  return row?.workspace_id ?? null;
}
