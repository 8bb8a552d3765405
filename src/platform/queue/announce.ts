import { sql } from 'kysely';
import { newId } from '../../lib/ids.ts';
import type { Trx } from '../db/index.ts';
import { drawRandom } from '../index.ts';
import { MAX_MEMBERS } from './coalesce-jobs.ts';
import { enqueue, enqueueMany } from './outbox.ts';

/** Something that happened, for those outside who want to know. */
type Announcement = {
  /** Of the event; a new one unless it has one already. */
  readonly id?: string;
  readonly type: string;
  /** ISO 8601, UTC, with milliseconds. */
  readonly at: string;
  /** What the receivers are told; JSON can carry it. */
  readonly data: unknown;
};

const toEvent = ({ id, data, ...event }: Announcement) => ({
  id: id ?? newId('evt', Date.now(), drawRandom),
  ...event,
  // As text it passes the queue unchanged; jsonb would sort its fields and refuse half of a surrogate pair.
  data: JSON.stringify(data),
});

/** Tells the webhooks of the workspace, in the transaction in which it happened. */
export async function announce(trx: Trx, workspaceId: string, announcement: Announcement): Promise<void> {
  await enqueue(trx, 'webhook.fan-out', { workspace_id: workspaceId, event: toEvent(announcement) });
}

/**
 * As `announce`, for several that happened at once, in their order: they share jobs, and so a row of the outbox.
 *
 * @param traces of those to whom they happened (`traceparent`), beside the current one
 */
export async function announceAll(
  trx: Trx,
  workspaceId: string,
  announcements: readonly Announcement[],
  traces: readonly string[] = [],
): Promise<void> {
  const [first, ...others] = announcements;
  if (first === undefined) return;
  if (others.length === 0) {
    await enqueue(trx, 'webhook.fan-out', { workspace_id: workspaceId, event: toEvent(first) }, { traces });
    return;
  }
  const events = announcements.map(toEvent);
  const groups = Array.from({ length: Math.ceil(events.length / MAX_MEMBERS) }, (_, group) =>
    events.slice(group * MAX_MEMBERS, (group + 1) * MAX_MEMBERS),
  );
  const payloads = groups.map((group) => ({ workspace_id: workspaceId, events: group }));
  await enqueueMany(trx, 'webhook.fan-out-group', payloads, { traces });
}

/** As `announce`, unless no webhook of the workspace wants to know: one short query then, and nothing else. */
export async function announceIfAwaited(trx: Trx, workspaceId: string, event: Announcement): Promise<void> {
  const { rows } = await sql<{ awaited: boolean }>`select event_is_awaited(${event.type}) as awaited`.execute(trx);
  if (rows[0]?.awaited) await announce(trx, workspaceId, event);
}
