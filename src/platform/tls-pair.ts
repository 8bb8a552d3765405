import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';

/**
 * Checks that a certificate (followed by its chain) and a key, both in PEM, match. OpenSSL detects a mismatch only
 * when both have the same type: it accepts any RSA key for an elliptic curve certificate, and then every handshake
 * fails.
 *
 * @throws Error with the mismatch
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
