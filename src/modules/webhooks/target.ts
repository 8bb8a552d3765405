import { refusal } from '../../platform/errors/index.ts';
import { type HttpClient, HttpFault } from '../../platform/index.ts';

/** Says whether a webhook may have an address. */
export type CheckTarget = (url: string) => Promise<string>;

/**
 * Makes the check of addresses, for when they are given. Each delivery checks again as it connects, since names may
 * lead elsewhere by then. A name that cannot be looked up now is taken: its receiver may be on its way.
 *
 * @param requireTls true: only https is taken
 * @returns gives the address as it is stored: without a fragment
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
