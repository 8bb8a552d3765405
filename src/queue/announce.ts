import { sql } from 'kysely';
import type { Trx } from '../db/index.ts';
import { newId } from '../lib/ids.ts';
import { drawRandom } from '../runtime/index.ts';
import { enqueue } from './outbox.ts';

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

/** Tells the webhooks of the workspace, in the transaction in which it happened. */
export async function announce(trx: Trx, workspaceId: string, { id, data, ...event }: Announcement): Promise<void> {
  // As text it passes the queue unchanged; jsonb would sort its fields and refuse half of a surrogate pair.
  const payload = {
    workspace_id: workspaceId,
    event: { id: id ?? newId('evt', Date.now(), drawRandom), ...event, data: JSON.stringify(data) },
  };
  await enqueue(trx, 'webhook.fan-out', payload);
}

/** As `announce`, unless no webhook of the workspace wants to know: one short query then, and nothing else. */
export async function announceIfAwaited(trx: Trx, workspaceId: string, event: Announcement): Promise<void> {
  const { rows } = await sql<{ awaited: boolean }>`select event_is_awaited(${event.type}) as awaited`.execute(trx);
  if (rows[0]?.awaited) await announce(trx, workspaceId, event);
}
