import { type Selectable, sql } from 'kysely';
import { type Database, system, type Tables, type Trx } from '../../db/index.ts';
import type { OutcomeCode } from '../outcome.ts';
import type { Attempt, Delivery, DeliveryDetail, DeliveryStatus } from '../webhook.ts';

export { type Database, type Trx, withWorkspace as inWorkspace } from '../../db/index.ts';

export type NewDeliveries = {
  readonly workspaceId: string;
  readonly eventId: string;
  readonly type: string;
  readonly at: Date;
  /** The body before and after the sequence, which every webhook counts for itself. */
  readonly body: readonly [before: string, after: string];
  /** Enough ids: one for every webhook of a workspace. */
  readonly ids: readonly string[];
  /** The run that webhooks without one begin. */
  readonly runId: string;
  /** To one webhook whatever it subscribed to, or to all that did. */
  readonly to: { readonly webhookId: string } | { readonly awaiting: string };
};

/** A webhook that got a delivery. */
type Roused = {
  readonly id: string;
  readonly delivery_id: string;
  /** True when nothing was on its way to it: the run has to be asked for. */
  readonly roused: boolean;
};

/** Adds an event as a delivery of every webhook that wants it and does not have it yet, in one statement. */
export async function insertDeliveries(trx: Trx, row: NewDeliveries): Promise<readonly Roused[]> {
  return (await insertDeliveriesQuery(row).execute(trx)).rows;
}

/**
 * The statement of `insertDeliveries`. Webhooks are locked in the order of their ids, so that two events cannot wait
 * for each other. The same event twice at once ends in a conflict of the unique key, and comes again.
 */
function insertDeliveriesQuery({ workspaceId, eventId, type, at, body, ids, runId, to }: NewDeliveries) {
  const chosen = 'webhookId' in to ? sql`id = ${to.webhookId}` : sql`events && array[${to.awaiting}, '*']`;
  return sql<Roused>`
    with wanting as (
      select workspace_id, id from webhooks
      where workspace_id = ${workspaceId} and status = 'enabled' and ${chosen}
      order by id
      for update
    ), target as (
      update webhooks as webhook set
        last_sequence = last_sequence + 1,
        run_id = coalesce(run_id, ${runId})
      from wanting
      where webhook.workspace_id = wanting.workspace_id and webhook.id = wanting.id
        and not exists (
          select from webhook_deliveries as known
          where known.webhook_id = webhook.id and known.event_id = ${eventId}
        )
      returning webhook.workspace_id, webhook.id, webhook.last_sequence, webhook.run_id = ${runId} as roused
    ), delivery as (
      insert into webhook_deliveries
        (workspace_id, id, webhook_id, sequence, event_id, type, body, status, asked_at, due_at, created_at)
      select workspace_id, (${ids}::text[])[row_number() over (order by id)], id, last_sequence, ${eventId},
        ${type}, ${body[0]} || last_sequence || ${body[1]}, 'pending', ${at}, ${at}, ${at}
      from target
      returning webhook_id, id
    )
    select target.id, delivery.id as delivery_id, target.roused
    from target join delivery on delivery.webhook_id = target.id`;
}

/** Marks deliveries to be sent again at once, each with a new day of retries; answers how many. */
export async function renewDeliveries(
  trx: Trx,
  workspaceId: string,
  webhookId: string,
  which: { readonly id: string } | { readonly failedSince: Date },
  at: Date,
): Promise<number> {
  const renewed = await trx
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', tries: 0, asked_at: at, due_at: at, ended_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('webhook_id', '=', webhookId)
    .$if('id' in which, (query) => query.where('id', '=', (which as { id: string }).id))
    .$if('failedSince' in which, (query) =>
      query.where('status', '=', 'failed').where('created_at', '>=', (which as { failedSince: Date }).failedSince),
    )
    .executeTakeFirst();
  return Number(renewed.numUpdatedRows);
}

/** Makes sure that an enabled webhook has a run; `roused`: it is this one, which has to be asked for. */
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

/** The columns hold what this module wrote, under the checks of the schema; that is what the assertions rely on. */
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
  /** Only those before this sequence. */
  readonly before?: number | undefined;
};

type Joined = { [C in keyof AttemptRow as `last_${C}`]: AttemptRow[C] | null };

/** Deliveries of a webhook, the newest first, each with its last attempt. */
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

/** One delivery with its body and all attempts; undefined when the webhook has none of this id. */
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

/** How many deliveries of all workspaces are pending, and how many failed and are kept. */
export async function countUndelivered(db: Database): Promise<{ pending: number; failed: number }> {
  const { rows } = await sql<{ pending: number; failed: number }>`
    select (select count(*) from webhook_deliveries where status = 'pending') as pending,
      (select count(*) from webhook_deliveries where status = 'failed') as failed`.execute(system(db));
  return rows[0]!;
}
