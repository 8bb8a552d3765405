import { toUtcDay } from '../../../lib/utc-day.ts';
import type { NameClient } from './client-names.ts';
import { addPublicCalls, type Database, subtractPublicCalls } from './limit-store.ts';

export type PublicCalls = {
  /**
   * Takes a number of calls (default 1) from a client's quota of calls without a key for the UTC day of `at`
   * (milliseconds): all or none. Returns the total including these; null when the quota is insufficient. Exact over
   * all processes.
   */
  readonly take: (client: string, at: number, limit: number, calls?: number) => Promise<number | null>;
  /** Returns calls that were taken at that time; returns the client's remaining total. */
  readonly giveBack: (client: string, at: number, calls: number) => Promise<number>;
};

type PublicCallsParts = { readonly db: Database; readonly nameClient: NameClient };

/** Maximum number of cached clients. */
const MAX_CLIENTS = 50_000;

/** How long a client is assumed to be over its quota, in milliseconds: another process may return a call. */
const REMEMBER_MS = 5_000;

/**
 * Creates the counter of calls without a key. The database stores a digest of the client address, keyed with a secret
 * of the installation that differs per day: addresses cannot be found by enumeration, and days cannot be compared.
 */
export function makePublicCalls({ db, nameClient }: PublicCallsParts): PublicCalls {
  /** Clients over their quota, and until when this is assumed; saves a query per repeated call. */
  let exhausted = { day: '', limit: 0, clients: new Map<string, number>() };

  return {
    take: async (client, at, limit, calls = 1) => {
      const day = toUtcDay(at);
      if (exhausted.day !== day || exhausted.limit !== limit) exhausted = { day, limit, clients: new Map() };
      if (at < (exhausted.clients.get(client) ?? 0)) return null;
      const made = await addPublicCalls(db, { day, client: await nameClient(day, client) }, calls, limit);
      if (made === null && calls === 1 && exhausted.day === day) {
        if (exhausted.clients.size >= MAX_CLIENTS) exhausted.clients.clear();
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
