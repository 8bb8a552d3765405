import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';

/**
 * Looks whether a certificate (with its chain behind it) and a key, both in PEM, belong together. OpenSSL alone notices that
 * only where both are of one kind: beside a certificate of an elliptic curve it takes any RSA key, and then every handshake fails.
 *
 * @throws Error with what does not fit
 */
export function checkTlsPair(cert: Buffer, key: Buffer): void {
  try {
    createSecureContext({ cert, key });
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
      throw new Error('the key is that of another certificate');
  } catch (error) {
    throw new Error(`TLS_CERT and TLS_KEY make no pair of certificate and key: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
