import { opensArtifactKeys } from '../modules/documents/artifact-store/index.ts';
import { opensPartnerSecrets } from '../modules/exchange/partners/index.ts';
import { opensWebhookSecrets } from '../modules/webhooks/index.ts';
import type { Database } from '../platform/db/index.ts';
import { makeSecretCipher, type ReadinessCheck } from '../platform/index.ts';

/** How long a result is cached, in milliseconds: the key does not change between two probes. */
const HOLDS_MS = 60_000;

/**
 * Readiness check that this process's SECRETS_KEY decrypts the secrets in the database. If not, webhook deliveries,
 * sends and artifacts fail while everything else works: the check reports it and the process keeps serving.
 */
export function checkSecretsKey(db: Database, secretsKey: string | null, now: () => number): ReadinessCheck {
  const cipher = makeSecretCipher(secretsKey);
  const ask = async (): Promise<string | null> => {
    const opened = [
      ['secrets of webhooks', await opensWebhookSecrets(db, cipher)],
      ['secrets of partners', await opensPartnerSecrets(db, cipher)],
      ['keys of artifacts', await opensArtifactKeys(db, cipher)],
    ] as const;
    const shut = opened.filter(([, opens]) => !opens).map(([what]) => what);
    if (shut.length === 0) return null;
    const key =
      secretsKey === null ? 'SECRETS_KEY is not set' : 'SECRETS_KEY does not match the key used for encryption';
    return `Cannot decrypt ${shut.join(', ')}: ${key}.`;
  };
  let last: { readonly at: number; readonly answer: string | null } | null = null;
  return {
    id: 'secrets_key',
    advisory: true,
    ask: async () => {
      // An error of the database is not cached.
      if (last === null || now() - last.at >= HOLDS_MS) last = { at: now(), answer: await ask() };
      return last.answer;
    },
  };
}
