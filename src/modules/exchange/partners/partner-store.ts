import { type Selectable, sql } from 'kysely';
import { type Database, system, type Tables, type Trx, withWorkspace } from '../../../platform/db/index.ts';
import { enqueueMany, findUndone } from '../../../platform/queue/index.ts';
import type { Configured, ConnectionFault, Partner, Settings } from './partner.ts';

export type { Database } from '../../../platform/db/index.ts';

/** Transaction restricted to one workspace (row-level security). */
export const inWorkspace = withWorkspace;

type Row = Selectable<Tables['partners']>;

const COLUMNS = [
  'id',
  'name',
  'kind',
  'settings',
  'sending_enabled',
  'last_success_at',
  'last_error_at',
  'last_error',
  'failures',
  'created_at',
  'updated_at',
] as const;

/** The type assertions rely on the schema checks and on this module as the only writer. */
const toPartner = (row: Pick<Row, (typeof COLUMNS)[number]>): Partner => ({
  ...configuredOf(row),
  id: row.id,
  name: row.name,
  sending_enabled: row.sending_enabled,
  last_success_at: row.last_success_at?.toISOString() ?? null,
  last_error: row.last_error_at && {
    at: row.last_error_at.toISOString(),
    ...(row.last_error as Pick<ConnectionFault, 'code' | 'detail'>),
  },
  failures: row.failures,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const configuredOf = ({ kind, settings }: Pick<Row, 'kind' | 'settings'>): Configured =>
  ({ kind, settings }) as Configured;

type NewPartnerRow = Pick<Row, 'id' | 'name' | 'kind' | 'secrets' | 'sending_enabled' | 'created_by'> & {
  readonly settings: Settings;
  readonly at: Date;
};

/**
 * Inserts a partner unless the workspace has reached its limit. Two concurrent inserts may exceed it by one, which is
 * acceptable.
 */
export async function insertPartner(
  trx: Trx,
  workspaceId: string,
  { at, settings, ...row }: NewPartnerRow,
  most: number,
): Promise<Partner | undefined> {
  const { count } = await trx
    .selectFrom('partners')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= most) return undefined;
  const inserted = await trx
    .insertInto('partners')
    .values({
      ...row,
      workspace_id: workspaceId,
      settings: JSON.stringify(settings),
      created_at: at,
      updated_at: at,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return toPartner(inserted);
}

/** Partners of the workspace, oldest first. */
export async function listPartners(trx: Trx, workspaceId: string): Promise<Partner[]> {
  const rows = await trx
    .selectFrom('partners')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toPartner);
}

/**
 * The partner with its encrypted secrets, locked when `forChange`; undefined when the workspace has no such partner.
 */
export async function findPartner(
  trx: Trx,
  workspaceId: string,
  id: string,
  forChange = false,
): Promise<{ readonly partner: Partner; readonly secrets: string } | undefined> {
  const row = await trx
    .selectFrom('partners')
    .select([...COLUMNS, 'secrets'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .$if(forChange, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && { partner: toPartner(row), secrets: row.secrets };
}

type PartnerChange = Partial<Pick<Row, 'name' | 'secrets' | 'sending_enabled' | 'target_changed_at'>> & {
  readonly settings?: Settings;
  readonly at: Date;
};

/** Changes the supplied fields; undefined when there is no such partner. */
export async function updatePartner(
  trx: Trx,
  workspaceId: string,
  id: string,
  { at, settings, ...change }: PartnerChange,
): Promise<Partner | undefined> {
  const row = await trx
    .updateTable('partners')
    .set({ ...change, ...(settings && { settings: JSON.stringify(settings) }), updated_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toPartner(row);
}

/** Time of the last change of the submit address; null when it never changed or there is no such partner. */
export async function findMove(trx: Trx, workspaceId: string, id: string): Promise<Date | null> {
  const row = await trx
    .selectFrom('partners')
    .select('target_changed_at')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.target_changed_at ?? null;
}

/** Stores the result of an exchange; no effect when the partner is deleted. */
export async function noteExchange(
  trx: Trx,
  workspaceId: string,
  id: string,
  fault: ConnectionFault | null,
  at: Date,
): Promise<void> {
  const { code, detail } = fault ?? { code: null, detail: null };
  await trx
    .updateTable('partners')
    .set(
      fault === null
        ? { last_success_at: at, failures: 0 }
        : {
            last_error_at: at,
            last_error: JSON.stringify({ code, detail }),
            failures: sql<number>`failures + 1`,
          },
    )
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Returns false when there is no such partner. */
export async function deletePartner(trx: Trx, workspaceId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('partners')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/**
 * Enqueues an inbox pull for every partner with an inbox, in all workspaces. Skips partners whose last pull is
 * unfinished: a slow partner would otherwise accumulate jobs and exhaust the job limit of its workspace. Not scoped
 * to a workspace; for the scheduler.
 */
export async function enqueuePulls(db: Database): Promise<void> {
  await system(db)
    .transaction()
    .execute(async (trx) => {
      const rows = await trx
        .selectFrom('partners')
        .select(['workspace_id', 'id as partner_id'])
        .where(
          sql<boolean>`json_array_length(coalesce(settings -> 'receives', '[]'::json)) > 0
            or settings ->> 'inbound' is not null or settings ->> 'inbox' = 'true'`,
        )
        .execute();
      const undone = new Set((await findUndone(trx, 'partner.pull-inbox')).map(({ partner_id }) => partner_id));
      const idle = rows.filter(({ partner_id }) => !undone.has(partner_id));
      await enqueueMany(trx, 'partner.pull-inbox', idle);
    });
}

/**
 * The first and the last encrypted row by workspace. Rows stored without encryption, before a key was configured, are
 * skipped.
 */
export async function findSealedEnds(db: Database): Promise<readonly { id: string; secrets: string }[]> {
  const ask = (order: 'asc' | 'desc') =>
    system(db)
      .selectFrom('partners')
      .select(['id', 'secrets'])
      .where('secrets', 'like', 'sealed:%')
      .orderBy('workspace_id', order)
      .orderBy('id', order)
      .limit(1)
      .execute();
  return [...(await ask('asc')), ...(await ask('desc'))];
}
