import { findEvidenceSecret } from '../modules/evidence/read-secret.ts';
import { type Database, findOtherSecret, recordSecret } from '../platform/db/index.ts';
import type { Config, Log, ReadinessCheck } from '../platform/index.ts';

type Secrets = Pick<Config, 'evidenceSecret' | 'secretsKey' | 'dataDir'>;

const secretsOf = (config: Secrets) =>
  ({ EVIDENCE_SECRET: findEvidenceSecret(config), SECRETS_KEY: config.secretsKey }) as const;

/**
 * Extends a secret check: the secret must also be the one that the database was used with before. Its fingerprint is
 * stored in the database when it passes the check for the first time.
 */
export function compareSecret(
  { db, config }: { readonly db: Database; readonly config: Secrets },
  name: 'EVIDENCE_SECRET' | 'SECRETS_KEY',
  check: ReadinessCheck,
): ReadinessCheck {
  let isRecorded = false;
  return {
    ...check,
    ask: async () => {
      const reason = await check.ask();
      const secret = secretsOf(config)[name];
      // Without the variable, the secret in DATA_DIR is created when something is signed for the first time.
      if (reason !== null || (name === 'EVIDENCE_SECRET' && secret === null)) return reason;
      const other = await findOtherSecret(db, name, secret);
      if (other === null && secret !== null && !isRecorded) {
        await recordSecret(db, name, secret);
        isRecorded = true;
      }
      return other;
    },
  };
}

/** Lists the secrets that differ from the ones that the database was used with. */
export async function findOtherSecrets(
  db: Database,
  config: Secrets,
): Promise<{ readonly variable: string; readonly reason: string }[]> {
  const found = [];
  for (const [variable, secret] of Object.entries(secretsOf(config))) {
    if (variable === 'EVIDENCE_SECRET' && secret === null) continue;
    const reason = await findOtherSecret(db, variable as keyof ReturnType<typeof secretsOf>, secret);
    if (reason !== null) found.push({ variable, reason });
  }
  return found;
}

/** Logs a warning for each secret that differs from the one that the database was used with. */
export async function warnOfOtherSecrets(db: Database, config: Secrets, log: Log): Promise<void> {
  for (const found of await findOtherSecrets(db, config)) log.warn(found, 'secret does not match the database');
}
