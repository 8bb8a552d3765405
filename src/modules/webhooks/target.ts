import { refusal } from '../../platform/errors/index.ts';
import { type HttpClient, HttpFault } from '../../platform/index.ts';

/** Checks the URL of a webhook. */
export type CheckTarget = (url: string) => Promise<string>;

/**
 * Creates the check of URLs for create and update. Each delivery checks again when it connects, since DNS may change.
 * A name that cannot be resolved now is accepted: its receiver may not be deployed yet.
 *
 * @param requireTls true: only https is accepted
 * @returns a function that returns the URL to store, without a fragment
 * @throws (the check) `webhook_target_refused`, `webhook_target_unknown`, `webhook_target_unencrypted`
 */
export function makeCheckTarget(http: Pick<HttpClient, 'check'>, requireTls: boolean): CheckTarget {
  return async (text) => {
    try {
      await http.check(text);
    } catch (error) {
      if (!(error instanceof HttpFault)) throw error;
      if (error.kind === 'dns_not_found') throw refusal('webhook_target_unknown', { host: error.host }, error);
      if (error.kind !== 'dns_failed') throw refusal('webhook_target_refused', { host: error.host }, error);
    }
    const url = new URL(text);
    if (requireTls && url.protocol !== 'https:') throw refusal('webhook_target_unencrypted', { host: url.hostname });
    url.hash = '';
    return url.href;
  };
}
