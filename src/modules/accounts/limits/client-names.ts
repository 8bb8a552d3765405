import { createHmac } from 'node:crypto';
import type { RandomBytes } from '../../../lib/ids.ts';
import type { SecretCipher } from '../../../platform/index.ts';
import { type Database, findEncryptedSecret, findSecret } from './limit-store.ts';

/**
 * Pseudonym of a client address for a purpose: 32 bytes, equal in all processes of the installation. It is keyed with
 * a secret, so that addresses cannot be found by enumeration, and pseudonyms of different purposes cannot be
 * compared.
 */
export type NameClient = (purpose: string, client: string) => Promise<Buffer>;

const SECRET = 'public clients';

type ClientNameParts = {
  readonly db: Database;
  readonly random: RandomBytes;
  /** Encrypts the secret; without it the secret is stored in plaintext. */
  readonly cipher?: SecretCipher;
};

/** Creates the function for an installation; the secret is created on first use. */
export function makeNameClient({ db, random, cipher }: ClientNameParts): NameClient {
  let secret: Promise<Buffer> | null = null;
  const find = async (newSecret: Buffer): Promise<Buffer> => {
    if (cipher === undefined) return findSecret(db, SECRET, newSecret);
    // With a wrong key (`/readyz`, secrets_key) public calls are counted under other pseudonyms instead of being
    // rejected.
    return findEncryptedSecret(db, SECRET, newSecret, cipher).catch(() => findSecret(db, SECRET, newSecret));
  };
  const loadSecret = (): Promise<Buffer> => {
    secret ??= find(Buffer.from(random(32))).catch((error) => {
      secret = null;
      throw error;
    });
    return secret;
  };
  return async (purpose, client) =>
    createHmac('sha256', await loadSecret())
      .update(`${purpose} ${client}`)
      .digest();
}
