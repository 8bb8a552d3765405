import { createHmac } from 'node:crypto';
import type { RandomBytes } from '../../lib/ids.ts';
import { type Database, findSecret } from './store.ts';

/**
 * Names a client's address for a purpose: 32 bytes, the same in every process of the installation. They are made under
 * a secret, so that nobody can tell by trying addresses whose name it is, nor compare names of different purposes.
 */
export type NameClient = (purpose: string, client: string) => Promise<Buffer>;

/** Makes the naming of an installation; its secret is made when it is first needed. */
export function makeNameClient({ db, random }: { readonly db: Database; readonly random: RandomBytes }): NameClient {
  let secret: Promise<Buffer> | null = null;
  const loadSecret = (): Promise<Buffer> => {
    secret ??= findSecret(db, 'public clients', Buffer.from(random(32))).catch((error) => {
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
