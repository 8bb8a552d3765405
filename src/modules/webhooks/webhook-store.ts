import { type Selectable, sql } from 'kysely';
import { type Database, system, type Tables, type Trx, withWorkspace } from '../../platform/db/index.ts';
import type { DisabledReason, Webhook } from './webhook.ts';

export type { Database, Trx } from '../../platform/db/index.ts';

/** Transaction scoped to one workspace. */
export const inWorkspace = withWorkspace;

type WebhookRow = Selectable<Tables['webhooks']>;

const WEBHOOK_COLUMNS = [
  'id',
  'url',
  'description',
  'events',
  'status',
  'disabled_reason',
  'disabled_at',
  'previous_secret_until',
  'created_at',
  'updated_at',
] as const;

/** The assertions are safe: the columns contain only values that this module wrote and the schema's checks accept. */
const toWebhook = (row: Pick<WebhookRow, (typeof WEBHOOK_COLUMNS)[number]>): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  status: row.status as Webhook['status'],
  disabled: row.disabled_at && {
    reason: row.disabled_reason as DisabledReason,
    at: row.disabled_at.toISOString(),
  },
  previous_secret_until: row.previous_secret_until?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

type NewWebhookRow = Pick<WebhookRow, 'id' | 'url' | 'description' | 'events' | 'secret' | 'created_by'> & {
  readonly at: Date;
};

/**
 * Adds a webhook unless the workspace is at its limit. Two concurrent calls may exceed the limit by one, which is
 * harmless.
 */
export async function insertWebhook(
  trx: Trx,
  workspaceId: string,
  { at, ...row }: NewWebhookRow,
  most: number,
): Promise<Webhook | undefined> {
  const { count } = await trx
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= most) return undefined;
  const inserted = await trx
    .insertInto('webhooks')
    .values({ ...row, workspace_id: workspaceId, status: 'enabled', created_at: at, updated_at: at })
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirstOrThrow();
  return toWebhook(inserted);
}

/** Webhooks of the workspace, oldest first. */
export async function listWebhooks(trx: Trx, workspaceId: string): Promise<Webhook[]> {
  const rows = await trx
    .selectFrom('webhooks')
    .select(WEBHOOK_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toWebhook);
}

/** The webhook; undefined when the workspace has no webhook with this id. */
export async function findWebhook(trx: Trx, workspaceId: string, id: string): Promise<Webhook | undefined> {
  const row = await trx
    .selectFrom('webhooks')
    .select(WEBHOOK_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toWebhook(row);
}

type WebhookChange = Partial<Pick<WebhookRow, 'url' | 'description' | 'events'>> & { readonly at: Date };

/** Changes the passed fields; undefined when the webhook does not exist. */
export async function updateWebhook(
  trx: Trx,
  workspaceId: string,
  id: string,
  { at, ...change }: WebhookChange,
): Promise<Webhook | undefined> {
  const row = await trx
    .updateTable('webhooks')
    .set({ ...change, updated_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirst();
  return row && toWebhook(row);
}

/** Enables a webhook for future events. */
export async function enableWebhook(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ status: 'enabled', disabled_reason: null, disabled_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/**
 * Disables a webhook and cancels its pending deliveries.
 *
 * @returns false when it is already disabled, or deleted
 */
export async function disableWebhook(
  trx: Trx,
  workspaceId: string,
  id: string,
  reason: DisabledReason,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    with webhook as (
      update webhooks set
        status = 'disabled', disabled_reason = ${reason}, disabled_at = ${at}, updated_at = ${at},
        run_id = null, wake_id = null, wake_at = null
      where workspace_id = ${workspaceId} and id = ${id} and status = 'enabled'
      returning workspace_id, id
    ), given_up as (
      update webhook_deliveries as delivery set status = 'failed', due_at = null, ended_at = ${at}
      from webhook
      where delivery.workspace_id = webhook.workspace_id and delivery.webhook_id = webhook.id
        and delivery.status = 'pending'
    )
    select from webhook`.execute(trx);
  return rows.length === 1;
}

/** Maximum number of previous secrets that also sign: each adds a signature to every delivery. */
const MAX_EARLIER = 4;

/**
 * Sets a new secret; the previous one also signs until its expiry. Returns undefined when the webhook does not exist.
 * Older secrets sign until their own expiry, since a receiver may not have switched yet; when the previous one
 * expires immediately, they do too.
 */
export async function rotateSecret(
  trx: Trx,
  workspaceId: string,
  id: string,
  { secret, previousUntil, at }: { readonly secret: string; readonly previousUntil: Date; readonly at: Date },
): Promise<Webhook | undefined> {
  const earlier = sql<string>`(
    select coalesce(jsonb_agg(one), '[]') from (
      select one
      from jsonb_array_elements(
        jsonb_build_array(jsonb_build_object('secret', previous_secret, 'until', previous_secret_until)) || earlier_secrets
      ) as one
      where (one ->> 'until')::timestamptz > ${at} and ${previousUntil}::timestamptz > ${at}
      limit ${MAX_EARLIER}
    ) as signing
  )`;
  const row = await trx
    .updateTable('webhooks')
    .set(({ ref }) => ({
      secret,
      previous_secret: ref('secret'),
      previous_secret_until: previousUntil,
      earlier_secrets: earlier,
      updated_at: at,
    }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirst();
  return row && toWebhook(row);
}

/** Deletes a webhook with its deliveries; false when it does not exist. */
export async function deleteWebhook(trx: Trx, workspaceId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('webhooks')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** First and last encrypted secret by workspace; plaintext secrets from before a key was configured are ignored. */
export async function findSealedEnds(db: Database): Promise<readonly { id: string; secret: string }[]> {
  const ask = (order: 'asc' | 'desc') =>
    system(db)
      .selectFrom('webhooks')
      .select(['id', 'secret'])
      .where('secret', 'like', 'sealed:%')
      .orderBy('workspace_id', order)
      .orderBy('id', order)
      .limit(1)
      .execute();
  return [...(await ask('asc')), ...(await ask('desc'))];
}
