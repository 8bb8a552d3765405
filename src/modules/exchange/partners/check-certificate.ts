import { createPrivateKey, X509Certificate } from 'node:crypto';
import { refusal } from '../../../platform/errors/index.ts';

/**
 * Checks PEM certificates and their key before a connection is attempted.
 *
 * @throws `partner_certificate_unusable` when the text is not a certificate, or the key is missing or does not match
 */
export function checkCertificates(settings: object, secrets: object): void {
  const { client_certificate: own, trusted_authorities: trusted } = settings as Readonly<Record<string, unknown>>;
  const { client_key: key } = secrets as Readonly<Record<string, unknown>>;
  if (typeof trusted === 'string') read('trusted_authorities', () => new X509Certificate(trusted));
  if (typeof own !== 'string') return;
  const certificate = read('client_certificate', () => new X509Certificate(own));
  const fits = read('client_key', () => typeof key === 'string' && certificate.checkPrivateKey(createPrivateKey(key)));
  if (!fits) throw refusal('partner_certificate_unusable', { field: 'client_key' });
}

function read<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw refusal('partner_certificate_unusable', { field }, error);
  }
}
