import { createHash } from 'node:crypto';
import type pg from 'pg';

/** A statement that came so often is taken for one that comes again and again. */
const OFTEN = 5;

/** At most so many statements are kept prepared on a connection; each costs the server some memory there. */
const MOST = 100;

/** How many statements that have no name yet are counted at once. */
const COUNTED = 1_000;

/** Which statements of a pool are kept prepared, and under which names. */
type StatementNames = {
  /** The name of a statement that comes often; null for others. Every asking counts. */
  readonly nameOf: (text: string) => string | null;
  /** The server will not run the prepared statement any more: from now on it has another name. */
  readonly rename: (text: string) => void;
};

/** Makes the names of one pool: all its connections know a statement by the same name. */
export function makeStatementNames(): StatementNames {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  let renamed = 0;

  const name = (text: string): string => {
    const digest = createHash('sha256').update(`${renamed} ${text}`).digest('hex').slice(0, 32);
    names.set(text, digest);
    return digest;
  };

  return {
    nameOf: (text) => {
      const known = names.get(text);
      if (known !== undefined) return known;
      if (names.size >= MOST) return null;
      const count = (counts.get(text) ?? 0) + 1;
      if (count >= OFTEN) {
        counts.delete(text);
        return name(text);
      }
      // Texts that differ in their number of values could come without end.
      if (counts.size >= COUNTED) counts.clear();
      counts.set(text, count);
      return null;
    },
    rename: (text) => {
      if (!names.has(text)) return;
      renamed += 1;
      name(text);
    },
  };
}

/** A migration changed what the prepared statement gives (`feature_not_supported`), or the server forgot it. */
const REFUSED = new Set(['0A000', '26000']);

type Query = (text: unknown, ...parameters: unknown[]) => unknown;

/**
 * Lets a new connection of a pool keep the statements with parameters that come often prepared, so that the server
 * parses and plans them once for the connection's life instead of every time. Call it when the pool connects.
 * Measured: a document costs PostgreSQL a fifth less time.
 */
export function keepPrepared(client: pg.PoolClient, names: StatementNames): void {
  const query = client.query.bind(client) as Query;
  const queryByName: Query = (text, ...parameters) => {
    const [values] = parameters;
    if (typeof text !== 'string' || parameters.length !== 1 || !Array.isArray(values) || values.length === 0) {
      return query(text, ...parameters);
    }
    const name = names.nameOf(text);
    if (name === null) return query(text, values);
    return (query({ name, text, values }) as Promise<unknown>).catch((error: { code?: string }) => {
      if (REFUSED.has(error.code ?? '')) names.rename(text);
      throw error;
    });
  };
  client.query = queryByName as typeof client.query;
}
