import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/index.ts';
import type { OutcomeCode } from '../outcome.ts';
import type { DeliveryStatus } from '../webhook.ts';

export { type Database, type Trx, withWorkspace as inWorkspace } from '../../../platform/db/index.ts';

/**
 * Starts a run, or continues it after a crash. A run that is scheduled for later becomes the active one unless
 * another is active.
 *
 * @returns false when the run is obsolete
 */
export async function beginRun(trx: Trx, workspaceId: string, webhookId: string, runId: string): Promise<boolean> {
  const { rows } = await sql<{ run_id: string | null }>`
    update webhooks set
      run_id = coalesce(run_id, ${runId}),
      wake_id = case when wake_id = ${runId} then null else wake_id end,
      wake_at = case when wake_id = ${runId} then null else wake_at end
    where workspace_id = ${workspaceId} and id = ${webhookId} and (run_id = ${runId} or wake_id = ${runId})
    returning run_id`.execute(trx);
  return rows[0]?.run_id === runId;
}

/** Due delivery with the data required to send it. */
export type Due = {
  readonly id: string;
  readonly event_id: string;
  readonly type: string;
  readonly body: string;
  readonly attempts: number;
  readonly tries: number;
  readonly asked_at: Date;
  readonly url: string;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_secret_until: Date | null;
  readonly earlier_secrets: readonly { readonly secret: string; readonly until: string }[];
};

/** Due deliveries of a run, longest overdue first, without those in flight; null when the run has ended. */
export async function takeDue(
  trx: Trx,
  run: { readonly workspaceId: string; readonly webhookId: string; readonly runId: string },
  at: Date,
  onTheirWay: readonly string[],
  limit: number,
): Promise<readonly Due[] | null> {
  const { rows } = await dueQuery(run, at, onTheirWay, limit).execute(trx);
  if (rows.length === 0) return null;
  return rows.filter((row): row is Due => row.id !== null);
}

/** Query of `takeDue`: returns at least one row while the run is active. */
const dueQuery = (
  { workspaceId, webhookId, runId }: { workspaceId: string; webhookId: string; runId: string },
  at: Date,
  onTheirWay: readonly string[],
  limit: number,
) => sql<Omit<Due, 'id'> & { id: string | null }>`
  select delivery.*, url, secret, previous_secret, previous_secret_until, earlier_secrets
  from webhooks as webhook
  left join lateral (
    select id, event_id, type, body, attempts, tries, asked_at
    from webhook_deliveries as due
    where due.webhook_id = webhook.id and due.status = 'pending' and due.due_at <= ${at}
      and due.workspace_id = webhook.workspace_id and due.id <> all (${onTheirWay}::text[])
    order by due.due_at, due.sequence
    limit ${limit}
  ) as delivery on true
  where webhook.workspace_id = ${workspaceId} and webhook.id = ${webhookId} and webhook.run_id = ${runId}`;

export type AttemptRow = {
  readonly deliveryId: string;
  /** Determines the partition of the delivery. */
  readonly eventId: string;
  /** Starts at 1. */
  readonly number: number;
  /** Time of the delivery request that was sent. */
  readonly requestedAt: Date;
  readonly at: Date;
  readonly latencyMs: number;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: OutcomeCode | null;
  /** Effect on the delivery: retried at a time, or ended. */
  readonly next: { readonly dueAt: Date } | { readonly ended: 'delivered' | 'failed'; readonly endedAt: Date };
};

/**
 * Stores attempts of one workspace and their effect on the deliveries. A delivery cancelled in the meantime stays
 * cancelled unless it arrived, and one requested again in the meantime stays due.
 *
 * @returns the new status of each delivery whose attempt was stored; deliveries that changed since they were taken
 *   are omitted, since the attempt was a duplicate
 */
export async function recordAttempts(
  trx: Trx,
  workspaceId: string,
  attempts: readonly AttemptRow[],
): Promise<readonly DeliveryStatus[]> {
  const items = attempts.map(({ next, ...row }) => ({
    delivery_id: row.deliveryId,
    event_id: row.eventId,
    number: row.number,
    asked_at: row.requestedAt,
    at: row.at,
    latency_ms: row.latencyMs,
    response_status: row.responseStatus,
    response_body: row.responseBody,
    error: row.error,
    status: 'dueAt' in next ? 'pending' : next.ended,
    due_at: 'dueAt' in next ? next.dueAt : null,
    ended_at: 'dueAt' in next ? null : next.endedAt,
  }));
  const { rows } = await sql<{ status: DeliveryStatus }>`
    with input as (
      select * from json_to_recordset(${JSON.stringify(items)}::json) as input
        (delivery_id text, event_id text, number integer, asked_at timestamptz, at timestamptz, latency_ms integer, response_status integer,
         response_body text, error text, status text, due_at timestamptz, ended_at timestamptz)
    ), delivery as (
      update webhook_deliveries as delivery set
        status = case when ${STAYS} then delivery.status else input.status end,
        due_at = case when ${STAYS} then delivery.due_at else input.due_at end,
        ended_at = case when ${STAYS} then delivery.ended_at else input.ended_at end,
        attempts = delivery.attempts + 1,
        tries = case when delivery.asked_at = input.asked_at then tries + 1 else tries end
      from input
      where delivery.workspace_id = ${workspaceId} and delivery.id = input.delivery_id
        and delivery.event_id = input.event_id and delivery.status <> 'delivered'
        and delivery.attempts = input.number - 1
      returning delivery.workspace_id, delivery.id, delivery.status
    ), attempt as (
      insert into webhook_attempts
        (workspace_id, delivery_id, number, at, latency_ms, response_status, response_body, error)
      select workspace_id, id, number, at, latency_ms, response_status, response_body, error
      from delivery join input on input.delivery_id = delivery.id
    )
    select status from delivery`.execute(trx);
  return rows.map(({ status }) => status);
}

/** A delivery that was requested again while in flight is sent again, whatever the result. */
const STAYS = sql`(delivery.status = 'failed' and input.status = 'pending') or delivery.asked_at <> input.asked_at`;

/**
 * True when no delivery to the webhook succeeded since the time. Newest deliveries are checked first: for a working
 * webhook one of them succeeded, and a dead webhook is disabled by the first result.
 */
export async function isDeadSince(trx: Trx, workspaceId: string, webhookId: string, since: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'delivered')
    .where('ended_at', '>=', since)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined;
}

/**
 * Locks the webhook's row while a run ends, so that no delivery is added concurrently.
 *
 * @returns when the next delivery is due (null: none), and the scheduled run; undefined when the run has ended
 */
export async function lockRun(
  trx: Trx,
  workspaceId: string,
  webhookId: string,
  runId: string,
): Promise<{ readonly dueAt: Date | null; readonly wakeAt: Date | null } | undefined> {
  const locked = await trx
    .selectFrom('webhooks')
    .select('wake_at')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', webhookId)
    .where('run_id', '=', runId)
    .forUpdate()
    .executeTakeFirst();
  if (locked === undefined) return undefined;
  const next = await trx
    .selectFrom('webhook_deliveries')
    .select('due_at')
    .where('webhook_id', '=', webhookId)
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return { dueAt: next?.due_at ?? null, wakeAt: locked.wake_at };
}

/** Locks the webhook's row before its deliveries, in the same order as disabling it does. */
export async function lockWebhook(trx: Trx, workspaceId: string, webhookId: string): Promise<void> {
  await trx
    .selectFrom('webhooks')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', webhookId)
    .forUpdate()
    .execute();
}

/** Replaces the active or the scheduled run by another; false when the run is neither. */
export async function replaceRun(
  trx: Trx,
  workspaceId: string,
  webhookId: string,
  runId: string,
  nextId: string,
): Promise<boolean> {
  const { rows } = await sql`
    update webhooks set
      run_id = case when run_id = ${runId} then ${nextId} else run_id end,
      wake_id = case when wake_id = ${runId} then ${nextId} else wake_id end
    where workspace_id = ${workspaceId} and id = ${webhookId} and (run_id = ${runId} or wake_id = ${runId})
    returning id`.execute(trx);
  return rows.length === 1;
}

/** Ends a run: another starts immediately, one is scheduled, or both stay unchanged. */
export async function setRuns(
  trx: Trx,
  workspaceId: string,
  webhookId: string,
  runs: {
    readonly run_id: string | null;
    readonly wake?: { readonly wake_id: string; readonly wake_at: Date };
  },
): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ run_id: runs.run_id, ...runs.wake })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', webhookId)
    .execute();
}
