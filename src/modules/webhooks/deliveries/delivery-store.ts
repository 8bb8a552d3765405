import { type Selectable, sql } from 'kysely';
import { type Database, system, type Tables, type Trx } from '../../../platform/db/index.ts';
import type { OutcomeCode } from '../outcome.ts';
import type { Attempt, Delivery, DeliveryDetail, DeliveryStatus } from '../webhook.ts';

export { type Database, type Trx, withWorkspace as inWorkspace } from '../../../platform/db/index.ts';

/** A webhook and the subscribed events among those announced. */
type Wanting = { readonly id: string; readonly events: readonly string[] };

/**
 * Locks the webhooks subscribed to any of the types, or the named one regardless of subscriptions. Locks in id order,
 * so that concurrent fan-outs cannot deadlock.
 */
export async function lockWanting(
  trx: Trx,
  workspaceId: string,
  to: { readonly webhookId: string } | { readonly awaiting: readonly string[] },
): Promise<readonly Wanting[]> {
  return trx
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'enabled')
    .where(
      'webhookId' in to ? sql<boolean>`id = ${to.webhookId}` : sql<boolean>`events && ${[...to.awaiting, '*']}::text[]`,
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Event to be delivered to one webhook. */
export type NewDelivery = {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly type: string;
  /** Body before and after the sequence number, which differs per webhook. */
  readonly body: readonly [before: string, after: string];
};

/** A webhook that received deliveries. */
type Roused = {
  readonly id: string;
  /** Its last new delivery. */
  readonly delivery_id: string;
  /** True when the webhook had no run: a run must be enqueued. */
  readonly roused: boolean;
};

/**
 * Adds deliveries in order to locked webhooks, in one statement. An event that a webhook already has is skipped
 * without a gap in its sequence.
 *
 * @param runId the run that starts for webhooks without one
 */
export async function insertDeliveries(
  trx: Trx,
  workspaceId: string,
  deliveries: readonly NewDelivery[],
  { at, runId }: { readonly at: Date; readonly runId: string },
): Promise<readonly Roused[]> {
  const items = deliveries.map(({ id, webhookId, eventId, type, body }, place) => ({
    place,
    id,
    webhook_id: webhookId,
    event_id: eventId,
    type,
    before: body[0],
    after: body[1],
  }));
  const { rows } = await sql<Roused>`
    with input as (
      select * from json_to_recordset(${JSON.stringify(items)}::json) as input
        (place integer, id text, webhook_id text, event_id text, type text, before text, after text)
    ), fresh as (
      select input.*, row_number() over (partition by webhook_id order by place)::integer as number
      from input
      where not exists (
        select from webhook_deliveries as known
        where known.webhook_id = input.webhook_id and known.event_id = input.event_id
      )
    ), target as (
      update webhooks as webhook set
        last_sequence = last_sequence + more.count,
        run_id = coalesce(run_id, ${runId})
      from (select webhook_id, count(*)::integer as count from fresh group by webhook_id) as more
      where webhook.workspace_id = ${workspaceId} and webhook.id = more.webhook_id
      returning webhook.id, webhook.last_sequence - more.count as sequence, webhook.run_id = ${runId} as roused
    ), delivery as (
      insert into webhook_deliveries
        (workspace_id, id, webhook_id, sequence, event_id, type, body, status, asked_at, due_at, created_at)
      select ${workspaceId}, fresh.id, target.id, sequence + number, event_id, type,
        before || (sequence + number) || after, 'pending', ${at}, ${at}, ${at}
      from fresh join target on target.id = fresh.webhook_id
      order by place
      returning webhook_id, id
    )
    select target.id, max(delivery.id) as delivery_id, target.roused
    from target join delivery on delivery.webhook_id = target.id
    group by target.id, target.roused`.execute(trx);
  return rows;
}

/** Makes deliveries due immediately, each with a new day of retries; returns their number. */
export async function renewDeliveries(
  trx: Trx,
  workspaceId: string,
  webhookId: string,
  filter: { readonly id: string } | { readonly failedSince: Date },
  at: Date,
): Promise<number> {
  const renewed = await trx
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', tries: 0, asked_at: at, due_at: at, ended_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('webhook_id', '=', webhookId)
    .$if('id' in filter, (query) => query.where('id', '=', (filter as { id: string }).id))
    .$if('failedSince' in filter, (query) =>
      query.where('status', '=', 'failed').where('created_at', '>=', (filter as { failedSince: Date }).failedSince),
    )
    .executeTakeFirst();
  return Number(renewed.numUpdatedRows);
}

/** Ensures that an enabled webhook has a run; `roused`: this run was started and must be enqueued. */
export async function rouse(
  trx: Trx,
  workspaceId: string,
  webhookId: string,
  runId: string,
): Promise<{ readonly roused: boolean } | undefined> {
  const { rows } = await sql<{ roused: boolean }>`
    update webhooks set run_id = coalesce(run_id, ${runId})
    where workspace_id = ${workspaceId} and id = ${webhookId} and status = 'enabled'
    returning run_id = ${runId} as roused`.execute(trx);
  return rows[0];
}

type DeliveryRow = Omit<Selectable<Tables['webhook_deliveries']>, 'workspace_id' | 'body' | 'tries' | 'asked_at'>;
type AttemptRow = Omit<Selectable<Tables['webhook_attempts']>, 'workspace_id' | 'delivery_id'>;

/** The assertions are safe: the columns contain only values that this module wrote and the schema's checks accept. */
const toAttempt = (row: AttemptRow): Attempt => ({
  number: row.number,
  at: row.at.toISOString(),
  latency_ms: row.latency_ms,
  response_status: row.response_status,
  response_body: row.response_body,
  error: row.error as OutcomeCode | null,
});

const toDelivery = (row: DeliveryRow, last: AttemptRow | null): Delivery => ({
  id: row.id,
  webhook_id: row.webhook_id,
  sequence: row.sequence,
  event_id: row.event_id,
  type: row.type,
  status: row.status as DeliveryStatus,
  attempts: row.attempts,
  next_attempt_at: row.due_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  last_attempt: last && toAttempt(last),
});

type DeliveryFilter = {
  readonly status?: DeliveryStatus | undefined;
  /** Only deliveries before this sequence number. */
  readonly before?: number | undefined;
};

type Joined = { [C in keyof AttemptRow as `last_${C}`]: AttemptRow[C] | null };

/** Deliveries of a webhook, newest first, each with its last attempt. */
export async function listDeliveries(
  trx: Trx,
  workspaceId: string,
  webhookId: string,
  { status, before }: DeliveryFilter,
  limit: number,
): Promise<Delivery[]> {
  const { rows } = await sql<DeliveryRow & Joined>`
    select delivery.id, webhook_id, sequence, event_id, type, status, attempts, due_at, created_at, ended_at,
      number as last_number, at as last_at, latency_ms as last_latency_ms,
      response_status as last_response_status, response_body as last_response_body, error as last_error
    from webhook_deliveries as delivery
    left join webhook_attempts as attempt
      on attempt.delivery_id = delivery.id and attempt.number = delivery.attempts
    where delivery.workspace_id = ${workspaceId} and webhook_id = ${webhookId}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${before === undefined ? sql`` : sql`and sequence < ${before}`}
    order by sequence desc
    limit ${limit}`.execute(trx);
  return rows.map((row) => toDelivery(row, row.last_number === null ? null : toLast(row)));
}

const toLast = (row: Joined): AttemptRow => ({
  number: row.last_number!,
  at: row.last_at!,
  latency_ms: row.last_latency_ms!,
  response_status: row.last_response_status,
  response_body: row.last_response_body,
  error: row.last_error,
});

/** A delivery with its body and all attempts; undefined when the webhook has no delivery with this id. */
export async function findDelivery(
  trx: Trx,
  workspaceId: string,
  webhookId: string,
  id: string,
): Promise<DeliveryDetail | undefined> {
  const row = await trx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const attempts = await trx
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', id)
    .orderBy('number')
    .execute();
  return { ...toDelivery(row, attempts.at(-1) ?? null), body: row.body, history: attempts.map(toAttempt) };
}

/** Number of pending and of failed deliveries over all workspaces. */
export async function countUndelivered(db: Database): Promise<{ pending: number; failed: number }> {
  const { rows } = await sql<{ pending: number; failed: number }>`
    select (select count(*) from webhook_deliveries where status = 'pending') as pending,
      (select count(*) from webhook_deliveries where status = 'failed') as failed`.execute(system(db));
  return rows[0]!;
}
