import type { IdPrefix, RandomBytes } from '../../lib/ids.ts';
import type { Scope } from '../../lib/scope.ts';
import { refusal } from '../../platform/errors/index.ts';
import type { SecretCipher } from '../../platform/index.ts';
import { logDisabled } from './disable.ts';
import { makeSecret } from './sign.ts';
import type { CheckTarget } from './target.ts';
import type { Webhook } from './webhook.ts';
import {
  type Database,
  deleteWebhook,
  enableWebhook,
  findWebhook,
  insertWebhook,
  inWorkspace,
  listWebhooks,
  rotateSecret,
  updateWebhook,
} from './webhook-store.ts';

export type SubscriptionParts = {
  readonly db: Database;
  readonly checkTarget: CheckTarget;
  readonly cipher: SecretCipher;
  readonly random: RandomBytes;
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
};

type NewWebhook = {
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
};

type WebhookChanges = Partial<NewWebhook & Pick<Webhook, 'status'>>;

/** The only response that contains the secret. */
type WithSecret = { readonly webhook: Webhook; readonly secret: string };

/**
 * Webhook subscriptions. Methods with a webhook id throw `webhook_not_found`, also for a webhook of another
 * workspace.
 */
export type Subscriptions = {
  /**
   * Throws `too_many_webhooks`, and for the URL `webhook_target_refused`, `webhook_target_unknown`,
   * `webhook_target_unencrypted`.
   */
  readonly create: (scope: Scope, input: NewWebhook) => Promise<WithSecret>;
  /** Oldest first. */
  readonly list: (scope: Scope) => Promise<readonly Webhook[]>;
  readonly get: (scope: Scope, id: string) => Promise<Webhook>;
  /**
   * Changes the passed fields. Disabling cancels pending deliveries; enabling starts with the next event. Throws for
   * a new URL as `create` does.
   */
  readonly change: (scope: Scope, id: string, changes: WebhookChanges) => Promise<Webhook>;
  /** Deletes the webhook with its deliveries. */
  readonly remove: (scope: Scope, id: string) => Promise<void>;
  /**
   * Creates a new secret; the previous one also signs for `overlap` milliseconds. With an overlap of 0, older secrets
   * end too.
   */
  readonly rotateSecret: (scope: Scope, id: string, overlap: number) => Promise<WithSecret>;
};

/** Per workspace: enough for all systems of a company, and it bounds the work per event. */
export const MAX_WEBHOOKS = 20;

/** Creates the subscriptions record. */
export function makeSubscriptions(parts: SubscriptionParts): Subscriptions {
  const { db, checkTarget, cipher, random, now, newId } = parts;

  const orNotFound = <T>(found: T | undefined, id: string): T => {
    if (found === undefined) throw refusal('webhook_not_found', { id });
    return found;
  };

  return {
    create: async (scope, { url, events, description }) => {
      const id = newId('whk');
      const target = await checkTarget(url);
      const secret = makeSecret(random);
      const row = {
        id,
        url: target,
        description,
        events: [...new Set(events)],
        secret: cipher.encrypt(secret, id),
        created_by: scope.actor,
        at: new Date(now()),
      };
      return inWorkspace(db, scope.workspaceId, async (trx) => {
        const webhook = await insertWebhook(trx, scope.workspaceId, row, MAX_WEBHOOKS);
        if (webhook === undefined) throw refusal('too_many_webhooks', { limit: MAX_WEBHOOKS });
        scope.audit?.(trx, id);
        return { webhook, secret };
      });
    },

    list: (scope) => inWorkspace(db, scope.workspaceId, (trx) => listWebhooks(trx, scope.workspaceId)),

    get: async (scope, id) =>
      orNotFound(await inWorkspace(db, scope.workspaceId, (trx) => findWebhook(trx, scope.workspaceId, id)), id),

    change: async (scope, id, { url, events, description, status }) => {
      const target = url === undefined ? undefined : await checkTarget(url);
      const change = {
        ...(target !== undefined && { url: target }),
        ...(events !== undefined && { events: [...new Set(events)] }),
        ...(description !== undefined && { description }),
        at: new Date(now()),
      };
      return inWorkspace(db, scope.workspaceId, async (trx) => {
        const changed = orNotFound(await updateWebhook(trx, scope.workspaceId, id, change), id);
        scope.audit?.(trx, id);
        if (status === undefined || status === changed.status) return changed;
        if (status === 'enabled') await enableWebhook(trx, scope.workspaceId, id);
        else await logDisabled(parts, trx, scope, id, 'request');
        return orNotFound(await findWebhook(trx, scope.workspaceId, id), id);
      });
    },

    remove: (scope, id) =>
      inWorkspace(db, scope.workspaceId, async (trx) => {
        if (!(await deleteWebhook(trx, scope.workspaceId, id))) throw refusal('webhook_not_found', { id });
        scope.audit?.(trx, id);
      }),

    rotateSecret: async (scope, id, overlap) => {
      const secret = makeSecret(random);
      const at = now();
      const rotation = {
        secret: cipher.encrypt(secret, id),
        previousUntil: new Date(at + overlap),
        at: new Date(at),
      };
      return inWorkspace(db, scope.workspaceId, async (trx) => {
        const webhook = orNotFound(await rotateSecret(trx, scope.workspaceId, id, rotation), id);
        scope.audit?.(trx, id);
        return { webhook, secret };
      });
    },
  };
}
