import type { HttpClient } from '../../platform/index.ts';
import { type Deliveries, makeDeliveries } from './deliveries/make-deliveries.ts';
import { makeRuns, type RunParts, type Runs } from './dispatch/make-runs.ts';
import { makeSubscriptions, type SubscriptionParts, type Subscriptions } from './subscriptions.ts';
import { makeCheckTarget } from './target.ts';

/** All operations on webhooks. */
export type Webhooks = Subscriptions & Deliveries & Runs;

export type WebhookParts = Omit<SubscriptionParts, 'checkTarget' | 'random'> &
  Omit<RunParts, 'http' | 'random'> & {
    /** Separate pool, so that slow receivers do not delay other outgoing requests. */
    readonly http: HttpClient;
    /** True: receivers must use https. */
    readonly requireTls: boolean;
    readonly randomBytes: SubscriptionParts['random'];
    readonly random: RunParts['random'];
  };

/** Creates the webhooks of a database. The caller closes the HTTP pool. */
export function makeWebhooks({ requireTls, randomBytes, random, ...parts }: WebhookParts): Webhooks {
  const checkTarget = makeCheckTarget(parts.http, requireTls);
  return {
    ...makeSubscriptions({ ...parts, checkTarget, random: randomBytes }),
    ...makeDeliveries(parts),
    ...makeRuns({ ...parts, random }),
  };
}
