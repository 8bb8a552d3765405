import { areSecretsEncrypted, encryptStoredSecrets } from '../platform/db/index.ts';
import type { ReadinessCheck } from '../platform/index.ts';
import type { ProcessParts } from './process-parts.ts';

/**
 * With a SECRETS_KEY every secret in the database is encrypted. Secrets stored before the key was configured are
 * encrypted once, by a process whose key decrypts all others. After that this process rejects an unencrypted secret, because
 * only an outsider could have written it.
 *
 * @param check verifies that SECRETS_KEY matches the database
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
