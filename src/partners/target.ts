import { refusal } from '../problems/index.ts';
import { type HttpClient, HttpFault } from '../runtime/index.ts';

/**
 * Makes the check of base addresses, for when they are given; each exchange checks again as it connects. A name that
 * cannot be looked up now is taken.
 *
 * @param requireTls true: only https is taken
 * @returns gives the address as it is stored: without a slash at its end, a query or a fragment
 * @throws (the check) `partner_target_refused`, `partner_target_unknown`, `partner_target_unencrypted`
 */
export function makeCheckTarget(http: Pick<HttpClient, 'check'>, requireTls: boolean) {
  return async (text: string): Promise<string> => {
    try {
      await http.check(text);
    } catch (error) {
      if (!(error instanceof HttpFault)) throw error;
      if (error.kind === 'dns_not_found') throw refusal('partner_target_unknown', { host: error.host }, error);
      if (error.kind !== 'dns_failed') throw refusal('partner_target_refused', { host: error.host }, error);
    }
    const url = new URL(text);
    if (requireTls && url.protocol !== 'https:') throw refusal('partner_target_unencrypted', { host: url.hostname });
    url.hash = '';
    url.search = '';
    return url.href.replace(/\/+$/, '');
  };
}
