import type { IdPrefix } from '../../../lib/ids.ts';
import { CursorMalformed, type Page } from '../../../lib/page-cursor.ts';
import type { Scope } from '../../../lib/scope.ts';
import { refusal } from '../../../platform/errors/index.ts';
import { enqueue, enqueueMany } from '../../../platform/queue/index.ts';
import { PING } from '../event-types.ts';
import type { Delivery, DeliveryDetail, DeliveryStatus } from '../webhook.ts';
import { findWebhook } from '../webhook-store.ts';
import {
  countUndelivered,
  type Database,
  findDelivery,
  insertDeliveries,
  inWorkspace,
  listDeliveries,
  lockWanting,
  type NewDelivery,
  renewDeliveries,
  rouse,
  type Trx,
} from './delivery-store.ts';

type DeliveryParts = {
  readonly db: Database;
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
};

/** Event as carried by the fan-out job. */
type AnnouncedEvent = {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  /** JSON text. */
  readonly data: string;
};

type DeliveryQuery = {
  readonly status?: DeliveryStatus | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
};

/**
 * Past and pending deliveries. Methods with a webhook id throw `webhook_not_found`, also for a webhook of another
 * workspace.
 */
export type Deliveries = {
  /** Creates a delivery of the event for every subscribed webhook. Idempotent. */
  readonly fanOut: (scope: Scope, event: AnnouncedEvent) => Promise<void>;
  /**
   * As `fanOut`, for several events in order; a failing event does not stop the others, and its error rejects at the
   * end.
   */
  readonly fanOutAll: (scope: Scope, events: readonly AnnouncedEvent[]) => Promise<void>;
  /** Newest first. Throws CursorMalformed. */
  readonly listDeliveries: (scope: Scope, webhookId: string, query: DeliveryQuery) => Promise<Page<Delivery>>;
  /** Throws `delivery_not_found`. */
  readonly getDelivery: (scope: Scope, webhookId: string, id: string) => Promise<DeliveryDetail>;
  /** Sends a test event to this webhook only. Throws `webhook_disabled`. */
  readonly ping: (scope: Scope, webhookId: string) => Promise<DeliveryDetail>;
  /** Sends a delivery again, whatever its status. Throws `delivery_not_found`, `webhook_disabled`. */
  readonly redeliver: (scope: Scope, webhookId: string, id: string) => Promise<DeliveryDetail>;
  /** Sends failed deliveries created since the time again; returns their number. Throws `webhook_disabled`. */
  readonly redeliverFailed: (scope: Scope, webhookId: string, since: Date) => Promise<number>;
  /** Number of pending and of failed deliveries over all workspaces. */
  readonly countUndelivered: () => Promise<{ readonly pending: number; readonly failed: number }>;
};

/** Creates the deliveries record. */
export function makeDeliveries({ db, now, newId }: DeliveryParts): Deliveries {
  const add = async (trx: Trx, scope: Scope, events: readonly AnnouncedEvent[], webhookId?: string) => {
    const types = [...new Set(events.map(({ type }) => type))];
    const wanting = await lockWanting(
      trx,
      scope.workspaceId,
      webhookId === undefined ? { awaiting: types } : { webhookId },
    );
    // Removes duplicates: the rows of a job may have been published again.
    const uniqueEvents = [...new Map(events.map((event) => [event.id, event])).values()];
    const deliveries = uniqueEvents.flatMap(({ id: eventId, type, at, data }): NewDelivery[] => {
      const body = [
        `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(at)},"sequence":`,
        `,"data":${data}}`,
      ];
      return wanting
        .filter(
          ({ id, events: subscribed }) => id === webhookId || subscribed.includes(type) || subscribed.includes('*'),
        )
        .map(({ id }) => ({ id: newId('dlv'), webhookId: id, eventId, type, body: body as [string, string] }));
    });
    if (deliveries.length === 0) return [];
    const runId = newId('job');
    const added = await insertDeliveries(trx, scope.workspaceId, deliveries, { at: new Date(now()), runId });
    const roused = added.filter((webhook) => webhook.roused);
    await enqueueMany(
      trx,
      'webhook.deliver',
      roused.map((webhook) => ({ workspace_id: scope.workspaceId, webhook_id: webhook.id, run_id: runId })),
    );
    return added;
  };

  const renew = (scope: Scope, webhookId: string, which: Parameters<typeof renewDeliveries>[3]) =>
    inWorkspace(db, scope.workspaceId, async (trx) => {
      const runId = newId('job');
      // Locks the webhook first, in the same order as a run that is ending.
      const found = await rouse(trx, scope.workspaceId, webhookId, runId);
      if (found === undefined) throw await whyNot(trx, scope, webhookId);
      const count = await renewDeliveries(trx, scope.workspaceId, webhookId, which, new Date(now()));
      if (count === 0 && 'id' in which) throw refusal('delivery_not_found', { id: which.id });
      if (found.roused) {
        const payload = { workspace_id: scope.workspaceId, webhook_id: webhookId, run_id: runId };
        await enqueue(trx, 'webhook.deliver', payload);
      }
      scope.audit?.(trx, webhookId);
      return count;
    });

  const getDelivery: Deliveries['getDelivery'] = (scope, webhookId, id) =>
    inWorkspace(db, scope.workspaceId, async (trx) => {
      const found = await findDelivery(trx, scope.workspaceId, webhookId, id);
      if (found !== undefined) return found;
      const webhook = await findWebhook(trx, scope.workspaceId, webhookId);
      throw webhook === undefined
        ? refusal('webhook_not_found', { id: webhookId })
        : refusal('delivery_not_found', { id });
    });

  const fanOut = (scope: Scope, events: readonly AnnouncedEvent[]): Promise<void> =>
    inWorkspace(db, scope.workspaceId, async (trx) => {
      await add(trx, scope, events);
    });

  return {
    fanOut: (scope, event) => fanOut(scope, [event]),

    fanOutAll: async (scope, events) => {
      try {
        await fanOut(scope, events);
      } catch {
        const faults: unknown[] = [];
        for (const event of events) await fanOut(scope, [event]).catch((error: unknown) => faults.push(error));
        if (faults.length > 0) throw faults[0];
      }
    },

    listDeliveries: (scope, webhookId, { status, cursor, limit }) => {
      const before = cursor === undefined ? undefined : readSequence(cursor);
      return inWorkspace(db, scope.workspaceId, async (trx) => {
        if ((await findWebhook(trx, scope.workspaceId, webhookId)) === undefined)
          throw refusal('webhook_not_found', { id: webhookId });
        // One extra row shows whether there is another page.
        const found = await listDeliveries(trx, scope.workspaceId, webhookId, { status, before }, limit + 1);
        const items = found.slice(0, limit);
        return { items, next: found.length > limit ? String(items.at(-1)!.sequence) : null };
      });
    },

    getDelivery,

    ping: async (scope, webhookId) => {
      const at = new Date(now()).toISOString();
      const event = { id: newId('evt'), type: PING, at, data: JSON.stringify({ webhook_id: webhookId }) };
      const id = await inWorkspace(db, scope.workspaceId, async (trx) => {
        const [added] = await add(trx, scope, [event], webhookId);
        if (added === undefined) throw await whyNot(trx, scope, webhookId);
        scope.audit?.(trx, webhookId);
        return added.delivery_id;
      });
      return getDelivery(scope, webhookId, id);
    },

    redeliver: async (scope, webhookId, id) => {
      await renew(scope, webhookId, { id });
      return getDelivery(scope, webhookId, id);
    },

    redeliverFailed: (scope, webhookId, since) => renew(scope, webhookId, { failedSince: since }),

    countUndelivered: () => countUndelivered(db),
  };
}

/** Error that explains why a webhook accepts no deliveries. */
async function whyNot(trx: Trx, { workspaceId }: Scope, id: string): Promise<Error> {
  return (await findWebhook(trx, workspaceId, id)) === undefined
    ? refusal('webhook_not_found', { id })
    : refusal('webhook_disabled', { id });
}

/** @throws CursorMalformed */
function readSequence(cursor: string): number {
  if (!/^[1-9]\d{0,8}$/.test(cursor)) throw new CursorMalformed(cursor);
  return Number(cursor);
}
