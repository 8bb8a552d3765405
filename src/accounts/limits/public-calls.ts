import { toUtcDay } from '../../lib/utc-day.ts';
import type { NameClient } from './client-names.ts';
import { addPublicCall, type Database } from './store.ts';

export type PublicCalls = {
  /**
   * Takes one of the calls that a client may make without a key on the UTC day of the time (milliseconds).
   * Answers how many it has made, this one included; null when it has made all of them. Exact over all processes.
   */
  readonly take: (client: string, at: number, limit: number) => Promise<number | null>;
};

type PublicCallsParts = { readonly db: Database; readonly nameClient: NameClient };

/** Clients beyond this many are asked of the database again. */
const MOST = 50_000;

/**
 * Makes the counting of calls without a key. Of a client's address the database gets a digest under a secret of the
 * installation, another one each day: nobody can tell by trying addresses who called, and days cannot be compared.
 */
export function makePublicCalls({ db, nameClient }: PublicCallsParts): PublicCalls {
  /** Who has made all calls of the day: asking again costs no query. */
  let exhausted = { day: '', limit: 0, clients: new Set<string>() };

  return {
    take: async (client, at, limit) => {
      const day = toUtcDay(at);
      if (exhausted.day !== day || exhausted.limit !== limit) exhausted = { day, limit, clients: new Set() };
      if (exhausted.clients.has(client)) return null;
      const calls = await addPublicCall(db, day, await nameClient(day, client), limit);
      if (calls === null && exhausted.day === day && exhausted.clients.size < MOST) exhausted.clients.add(client);
      return calls;
    },
  };
}
