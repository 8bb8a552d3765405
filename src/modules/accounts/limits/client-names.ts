import { createHmac } from 'node:crypto';
import type { RandomBytes } from '../../../lib/ids.ts';
import type { SecretCipher } from '../../../platform/index.ts';
import { type Database, findEncryptedSecret, findSecret } from './limit-store.ts';

/**
 * Names a client's address for a purpose: 32 bytes, the same in every process of the installation. They are made under
 * a secret, so that nobody can tell by trying addresses whose name it is, nor compare names of different purposes.
 */
export type NameClient = (purpose: string, client: string) => Promise<Buffer>;

const SECRET = 'public clients';

type ClientNameParts = {
  readonly db: Database;
  readonly random: RandomBytes;
  /** Encrypts the secret; without it the database has it as it is. */
  readonly cipher?: SecretCipher;
};

/** Makes the naming of an installation; its secret is made when it is first needed. */
export function makeNameClient({ db, random, cipher }: ClientNameParts): NameClient {
  let secret: Promise<Buffer> | null = null;
  const find = async (fresh: Buffer): Promise<Buffer> => {
    if (cipher === undefined) return findSecret(db, SECRET, fresh);
    // With a wrong key (`/readyz`, secrets_key) public calls are counted under other names, and not refused.
    return findEncryptedSecret(db, SECRET, fresh, cipher).catch(() => findSecret(db, SECRET, fresh));
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
