import { areSecretsEncrypted, encryptStoredSecrets } from '../platform/db/index.ts';
import type { ReadinessCheck } from '../platform/index.ts';
import type { ProcessParts } from './process-parts.ts';

/**
 * With a SECRETS_KEY every secret of the database is encrypted. Those of before it are encrypted once, by a process whose key opens
 * all others; from then on this process rejects one that is not, which somebody else wrote.
 *
 * @param check that SECRETS_KEY is the one of the database
 */
export async function requireEncryptedSecrets(
  { db, config, cipher }: Pick<ProcessParts, 'db' | 'config' | 'cipher'>,
  check: ReadinessCheck,
): Promise<void> {
  if (config.secretsKey === null) return;
  if (!(await areSecretsEncrypted(db))) {
    if ((await check.ask()) !== null) return;
    await encryptStoredSecrets(db, cipher);
  }
  cipher.requireEncrypted();
}
