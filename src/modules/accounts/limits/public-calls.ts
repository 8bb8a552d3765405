import { toUtcDay } from '../../../lib/utc-day.ts';
import type { NameClient } from './client-names.ts';
import { addPublicCalls, type Database, subtractPublicCalls } from './limit-store.ts';

export type PublicCalls = {
  /**
   * Takes so many (one, unless told) of the calls that a client may make without a key on the UTC day of the time
   * (milliseconds): all of them or none. Answers how many it has made, these included; null when so many are not left.
   * Exact over all processes.
   */
  readonly take: (client: string, at: number, limit: number, calls?: number) => Promise<number | null>;
  /** Gives calls back that were taken at that time; answers how many the client has made without them. */
  readonly giveBack: (client: string, at: number, calls: number) => Promise<number>;
};

type PublicCallsParts = { readonly db: Database; readonly nameClient: NameClient };

/** Clients beyond this many are asked of the database again. */
const MOST = 50_000;

/** For so long a client that has made all calls is taken at that: another process may give one back. In milliseconds. */
const REMEMBER_MS = 5_000;

/**
 * Makes the counting of calls without a key. Of a client's address the database gets a digest under a secret of the
 * installation, another one each day: nobody can tell by trying addresses who called, and days cannot be compared.
 */
export function makePublicCalls({ db, nameClient }: PublicCallsParts): PublicCalls {
  /** Who has made all calls of the day, and until when that is believed: asking again costs no query. */
  let exhausted = { day: '', limit: 0, clients: new Map<string, number>() };

  return {
    take: async (client, at, limit, calls = 1) => {
      const day = toUtcDay(at);
      if (exhausted.day !== day || exhausted.limit !== limit) exhausted = { day, limit, clients: new Map() };
      if (at < (exhausted.clients.get(client) ?? 0)) return null;
      const made = await addPublicCalls(db, { day, client: await nameClient(day, client) }, calls, limit);
      if (made === null && calls === 1 && exhausted.day === day) {
        if (exhausted.clients.size >= MOST) exhausted.clients.clear();
        exhausted.clients.set(client, at + REMEMBER_MS);
      }
      return made;
    },
    giveBack: async (client, at, calls) => {
      const day = toUtcDay(at);
      exhausted.clients.delete(client);
      return subtractPublicCalls(db, { day, client: await nameClient(day, client) }, calls);
    },
  };
}
