import { sql } from 'kysely';
import type { Scope } from '../../lib/scope.ts';
import { type Database, system, withWorkspace } from '../../platform/db/index.ts';
import type { PublicJwk } from './jwk.ts';
import { type ReportEntry, type ReportTexts, type SignedReport, toEntry, type WrittenReport } from './report.ts';
import type { HeldKey } from './signers/remote-sealer.ts';

export type { Database } from '../../platform/db/index.ts';

/** A local key with its encrypted private key. */
export type KeyRow = {
  readonly kid: string;
  readonly public_jwk: PublicJwk;
  readonly sealed_private: Buffer;
  readonly secret_id: string;
  readonly created_at: Date;
  readonly retired_at: Date | null;
};

/** A key as it is listed. Exactly one of `secret_id` and `held_by` is set. */
type PublishedKey = Omit<KeyRow, 'sealed_private' | 'secret_id'> & {
  readonly secret_id: string | null;
  readonly held_by: string | null;
};

const KEY_COLUMNS = ['kid', 'public_jwk', 'sealed_private', 'secret_id', 'created_at', 'retired_at'] as const;
const PUBLISHED_COLUMNS = ['kid', 'public_jwk', 'secret_id', 'held_by', 'created_at', 'retired_at'] as const;

/** All keys, oldest first. Keys belong to the installation, not to a workspace. */
export async function listKeys(db: Database): Promise<PublishedKey[]> {
  const rows = await system(db)
    .selectFrom('evidence_keys')
    .select(PUBLISHED_COLUMNS)
    .orderBy('created_at')
    .orderBy('kid')
    .execute();
  return rows.map((row) => ({ ...row, public_jwk: row.public_jwk as PublicJwk }));
}

/** Stores the public keys of a remote holder, oldest first, and marks the replaced ones as retired. */
export async function keepHeldKeys(db: Database, heldBy: string, keys: readonly HeldKey[]): Promise<void> {
  await system(db)
    .transaction()
    .execute(async (trx) => {
      for (const { public_jwk, ...key } of keys) {
        await trx
          .insertInto('evidence_keys')
          .values({ ...key, public_jwk: JSON.stringify(public_jwk), held_by: heldBy })
          .onConflict((conflict) =>
            conflict
              .column('kid')
              .doUpdateSet({ retired_at: key.retired_at })
              .where('evidence_keys.retired_at', 'is', null)
              .where('evidence_keys.held_by', '=', heldBy),
          )
          .execute();
      }
    });
}

/** Returns the signing key that was encrypted with this secret. */
export async function findSigningKey(db: Database, secretId: string): Promise<KeyRow | undefined> {
  const row = await system(db)
    .selectFrom('evidence_keys')
    .select(KEY_COLUMNS)
    .where('secret_id', '=', secretId)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  return row && toKey(row);
}

/** Inserts a signing key unless another process has just inserted one. */
export async function insertKey(db: Database, key: Omit<KeyRow, 'retired_at'>): Promise<void> {
  await system(db)
    .insertInto('evidence_keys')
    .values(toRow(key))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Retires the signing key of the secret and inserts the new one, unless another process has just done so. */
export async function replaceKey(db: Database, key: Omit<KeyRow, 'retired_at'>): Promise<void> {
  await system(db)
    .transaction()
    .execute(async (trx) => {
      await trx
        .updateTable('evidence_keys')
        .set({ retired_at: key.created_at })
        .where('secret_id', '=', key.secret_id)
        .where('retired_at', 'is', null)
        .execute();
      await trx
        .insertInto('evidence_keys')
        .values(toRow(key))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
}

/**
 * Retires a local key, whatever secret encrypted it, unless it is the only one that can sign. @returns whether it was
 * retired
 */
export async function retireKey(db: Database, kid: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await system(db)
    .updateTable('evidence_keys')
    .set({ retired_at: at })
    .where('kid', '=', kid)
    .where('held_by', 'is', null)
    .where('retired_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('evidence_keys as other')
          .select('other.kid')
          .where('other.kid', '!=', kid)
          .where('other.held_by', 'is', null)
          .where('other.retired_at', 'is', null),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const toRow = (key: Omit<KeyRow, 'retired_at'>) => ({
  ...key,
  public_jwk: JSON.stringify(key.public_jwk),
  retired_at: null,
});

const toKey = (row: Record<(typeof KEY_COLUMNS)[number], unknown>): KeyRow => row as KeyRow;

/**
 * Stores a report in a workspace.
 *
 * @param writeTogether called with the transaction, for writes that must commit together with the report
 */
export async function insertReport(
  db: Database,
  { workspaceId, actor, audit }: Scope,
  { report, texts }: WrittenReport,
  writeTogether: (trx: object) => void,
): Promise<void> {
  await withWorkspace(db, workspaceId, async (trx) => {
    await trx
      .insertInto('evidence_reports')
      .values({
        workspace_id: workspaceId,
        id: report.id,
        report: JSON.stringify(report),
        entry: JSON.stringify(toEntry(report)),
        texts: JSON.stringify(texts),
        created_by: actor,
        created_at: new Date(report.created_at),
      })
      .execute();
    writeTogether(trx);
    audit?.(trx, report.id);
  });
}

/** Returns a report of the workspace with its texts. */
export async function findReport(db: Database, workspaceId: string, id: string): Promise<WrittenReport | undefined> {
  const row = await withWorkspace(db, workspaceId, (trx) =>
    trx
      .selectFrom('evidence_reports')
      .select(['report', 'texts'])
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  return row && { report: row.report as SignedReport, texts: row.texts as ReportTexts };
}

/** Lists the newest reports of the workspace, from a cursor on. */
export async function listReports(
  db: Database,
  workspaceId: string,
  before: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<ReportEntry[]> {
  return withWorkspace(db, workspaceId, async (trx) => {
    let query = trx.selectFrom('evidence_reports').select('entry').where('workspace_id', '=', workspaceId);
    if (before !== null) query = query.where(sql<boolean>`(created_at, id) < (${before.at}, ${before.id})`);
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map((row) => row.entry as ReportEntry);
  });
}

/**
 * Deletes at most `limit` reports made before a time, across all workspaces. Their sequence numbers stay recorded as
 * erased.
 *
 * @returns the number of deleted reports
 */
export async function deleteReports(db: Database, before: Date, now: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with gone as (
      delete from evidence_reports where ctid = any (array (
        select ctid from evidence_reports where created_at < ${before} order by created_at limit ${limit}
      )) returning workspace_id, position, created_at
    )
    insert into evidence_erasures (workspace_id, position, created_at, erased_at)
    select workspace_id, position, created_at, ${now}::timestamptz from gone`.execute(system(db));
  return Number(numAffectedRows);
}
