import { sql } from 'kysely';
import { type Database, inTransaction, system } from '../../../platform/db/index.ts';

export type { Database } from '../../../platform/db/index.ts';

/** The encrypted content key of a workspace, as stored. */
export type KeyRow = { readonly id: string; readonly sealed: string };

/** The key of the workspace; inserts the supplied key when the workspace has no key. */
export async function findOrInsertKey(
  db: Database,
  workspaceId: string,
  made: () => KeyRow,
  at: Date,
): Promise<KeyRow> {
  const found = () =>
    system(db)
      .selectFrom('workspace_keys')
      .select(['id', 'sealed'])
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
  const known = await found();
  if (known !== undefined) return known;
  await system(db)
    .insertInto('workspace_keys')
    .values({ ...made(), workspace_id: workspaceId, created_at: at })
    .onConflict((conflict) => conflict.column('workspace_id').doNothing())
    .execute();
  const row = await found();
  if (row === undefined) throw new Error(`The key of workspace ${workspaceId} disappeared while it was being created`);
  return row;
}

/**
 * Registers a content before it is written to the artifact store: the sweep deletes it unless an artifact refers to
 * it.
 */
export async function announceContent(
  db: Database,
  content: { readonly address: string; readonly workspaceId: string; readonly keyId: string },
): Promise<void> {
  await system(db)
    .insertInto('stored_contents')
    .values({ address: content.address, workspace_id: content.workspaceId, key_id: content.keyId })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ loose_since: sql`now()` }))
    .execute();
}

/** The key that encrypts a content of the workspace; undefined when the key was deleted or the content is unknown. */
export function findKeyOf(db: Database, workspaceId: string, address: string): Promise<KeyRow | undefined> {
  return system(db)
    .selectFrom('stored_contents')
    .innerJoin('workspace_keys', 'workspace_keys.id', 'stored_contents.key_id')
    .select(['workspace_keys.id', 'workspace_keys.sealed'])
    .where('stored_contents.address', '=', address)
    .where('stored_contents.workspace_id', '=', workspaceId)
    .executeTakeFirst();
}

/**
 * Takes contents that have been unreferenced for `age`, passes those without an artifact to the callback, and deletes
 * their rows after it resolves. The rows stay locked in between: a concurrent write of the same content waits and
 * then writes it again.
 *
 * @param age in milliseconds
 * @returns number of examined contents
 */
export function takeLoose(
  db: Database,
  age: number,
  limit: number,
  remove: (addresses: readonly string[]) => Promise<void>,
): Promise<number> {
  return inTransaction(db, async (trx) => {
    const loose = await trx
      .selectFrom('stored_contents')
      .select('address')
      .where('loose_since', '<', sql<Date>`now() - ${age} * interval '1 millisecond'`)
      .orderBy('loose_since')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    if (loose.length === 0) return 0;
    const addresses = loose.map(({ address }) => address);
    // A separate statement, so that it sees everything committed before the rows were locked.
    const referred = await trx
      .selectFrom('document_artifacts')
      .select('address')
      .where(sql<boolean>`address = any (${addresses})`)
      .execute();
    const inUse = new Set(referred.map(({ address }) => address));
    const gone = addresses.filter((address) => !inUse.has(address));
    await remove(gone);
    if (inUse.size > 0)
      await trx
        .updateTable('stored_contents')
        .set({ loose_since: null })
        .where(sql<boolean>`address = any (${[...inUse]})`)
        .execute();
    await trx.deleteFrom('stored_contents').where(sql<boolean>`address = any (${gone})`).execute();
    return loose.length;
  });
}

/**
 * The first and the last encrypted row by workspace. Rows stored without encryption, before a key was configured, are
 * skipped.
 */
export async function findSealedEnds(db: Database): Promise<readonly (KeyRow & { workspace_id: string })[]> {
  const ask = (order: 'asc' | 'desc') =>
    system(db)
      .selectFrom('workspace_keys')
      .select(['workspace_id', 'id', 'sealed'])
      .where('sealed', 'like', 'sealed:%')
      .orderBy('workspace_id', order)
      .orderBy('id', order)
      .limit(1)
      .execute();
  return [...(await ask('asc')), ...(await ask('desc'))];
}
