import { refusal } from '../../../../platform/errors/index.ts';
import type { HttpSettings } from '../partner.ts';

/**
 * Says of the settings of an interface whether its key goes out beside the credentials, and not in their place.
 *
 * @throws `partner_header_taken` when both have one header
 */
export function checkHeaders(settings: object): void {
  const { auth, submit } = settings as Partial<Pick<HttpSettings, 'auth' | 'submit'>>;
  const header = submit?.key_header ?? null;
  if (auth?.type === 'api_key' && header !== null && auth.header.toLowerCase() === header.toLowerCase())
    throw refusal('partner_header_taken', { header });
}
