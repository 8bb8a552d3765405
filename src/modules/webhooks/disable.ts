import type { Scope } from '../../lib/scope.ts';
import { announceIfAwaited } from '../../platform/queue/index.ts';
import type { DisabledReason } from './webhook.ts';
import { disableWebhook, findWebhook, type Trx } from './webhook-store.ts';

type Parts = { readonly now: () => number };

/**
 * Disables a webhook, cancels its pending deliveries, and notifies the other webhooks of the workspace.
 *
 * @returns false when it is already disabled, or deleted
 */
export async function logDisabled(
  { now }: Parts,
  trx: Trx,
  { workspaceId }: Scope,
  id: string,
  reason: DisabledReason,
): Promise<boolean> {
  const at = new Date(now());
  if (!(await disableWebhook(trx, workspaceId, id, reason, at))) return false;
  const webhook = await findWebhook(trx, workspaceId, id);
  await announceIfAwaited(trx, workspaceId, {
    type: 'webhook.disabled',
    at: at.toISOString(),
    // Only the origin: the path often contains an access token of the receiver.
    data: { webhook_id: id, origin: webhook === undefined ? null : new URL(webhook.url).origin, reason },
  });
  return true;
}
