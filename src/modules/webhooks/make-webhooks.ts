import type { HttpClient } from '../../platform/index.ts';
import { type Deliveries, makeDeliveries } from './deliveries/make-deliveries.ts';
import { makeRuns, type RunParts, type Runs } from './dispatch/make-runs.ts';
import { makeSubscriptions, type SubscriptionParts, type Subscriptions } from './subscriptions.ts';
import { makeCheckTarget } from './target.ts';

/** Everything that can be said to and asked of webhooks. */
export type Webhooks = Subscriptions & Deliveries & Runs;

export type WebhookParts = Omit<SubscriptionParts, 'checkTarget' | 'random'> &
  Omit<RunParts, 'http' | 'random'> & {
    /** A pool of its own, so that slow receivers hold up nobody but each other. */
    readonly http: HttpClient;
    /** True: receivers must be reached over https. */
    readonly requireTls: boolean;
    readonly randomBytes: SubscriptionParts['random'];
    readonly random: RunParts['random'];
  };

/** Makes the record of webhooks on a database. Whoever made the HTTP pool closes it. */
export function makeWebhooks({ requireTls, randomBytes, random, ...parts }: WebhookParts): Webhooks {
  const checkTarget = makeCheckTarget(parts.http, requireTls);
  return {
    ...makeSubscriptions({ ...parts, checkTarget, random: randomBytes }),
    ...makeDeliveries(parts),
    ...makeRuns({ ...parts, random }),
  };
}
