import { createHmac, hkdfSync } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { system } from './workspace.ts';

/** Secrets that encrypt data in the database. */
type SecretName = 'EVIDENCE_SECRET' | 'SECRETS_KEY';

/** Fingerprint of a secret that does not reveal it: a key derived for this purpose only, truncated to 64 bits. */
const fingerprintOf = (name: SecretName, secret: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'fingerprint', 32)))
    .update(name)
    .digest('hex')
    .slice(0, 16);

/**
 * Compares a configured secret with the fingerprint in the database. Returns the problem; null: it matches, or no
 * fingerprint is recorded yet.
 *
 * @param secret null: not configured
 */
export async function findOtherSecret(db: Database, name: SecretName, secret: string | null): Promise<string | null> {
  const { rows } = await sql<{ fingerprint: string }>`
    select fingerprint from secret_fingerprints where name = ${name}`.execute(system(db));
  const known = rows[0]?.fingerprint;
  if (known === undefined || (secret !== null && fingerprintOf(name, secret) === known)) return null;
  return secret === null
    ? `${name} is not set, and this database was used with one`
    : `${name} is not the one that this database was used with`;
}

/** Records the fingerprint of a secret unless the database has one. */
export async function recordSecret(db: Database, name: SecretName, secret: string): Promise<void> {
  await sql`insert into secret_fingerprints (name, fingerprint) values (${name}, ${fingerprintOf(name, secret)})
    on conflict (name) do nothing`.execute(system(db));
}
