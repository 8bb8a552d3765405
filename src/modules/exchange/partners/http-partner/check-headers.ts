import { refusal } from '../../../../platform/errors/index.ts';
import type { HttpSettings } from '../partner.ts';

/**
 * Checks that the idempotency key header does not overwrite the header of the credentials.
 *
 * @throws `partner_header_taken` when both use the same header
 */
export function checkHeaders(settings: object): void {
  const { auth, submit } = settings as Partial<Pick<HttpSettings, 'auth' | 'submit'>>;
  const header = submit?.key_header ?? null;
  if (auth?.type === 'api_key' && header !== null && auth.header.toLowerCase() === header.toLowerCase())
    throw refusal('partner_header_taken', { header });
}
