import type pg from 'pg';

type Query = (text: unknown, ...parameters: unknown[]) => Promise<pg.QueryResult>;
/** Where pg keeps its socket: no part of what it promises, so another release of it may have it elsewhere. */
type Wire = { readonly connection?: { readonly stream?: Partial<Socket> } };
type Socket = { cork(): void; uncork(): void };

const NO_ROWS = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] } as pg.QueryResult;

/** A statement that opens a transaction starts with this; what else it says goes the same way. */
export const BEGIN = 'begin;';

/**
 * Lets a new connection of a pool send what opens a transaction together with the first statement of it, in one
 * message, instead of waiting for an answer in between. Call it when the pool connects, after everything else that
 * changes `query`; the connection must be in pg's pipeline mode.
 *
 * A statement never runs outside its transaction: one that failed to be set up refuses every statement (25P02) until
 * its rollback, and its own error is the one that is told.
 *
 * Where the connection's socket cannot be held back, nothing changes: the two are then sent one after another.
 */
export function sendBeginAhead(client: pg.PoolClient): void {
  const stream = (client as unknown as Wire).connection?.stream;
  if (!canHoldBack(stream)) return;
  const query = client.query.bind(client) as Query;
  let begun: Promise<pg.QueryResult> | null = null;
  let corked = false;
  const uncork = (): void => {
    if (!corked) return;
    corked = false;
    stream.uncork();
  };

  const queryAfter: Query = (text, ...parameters) => {
    if (typeof text === 'string' && text.startsWith(BEGIN)) {
      stream.cork();
      corked = true;
      begun = query(text);
      begun.catch(() => undefined);
      // Whoever does something else before the first statement holds nothing back.
      setImmediate(uncork);
      return Promise.resolve(NO_ROWS);
    }
    const result = query(text, ...parameters);
    uncork();
    const opening = begun;
    if (opening === null) return result;
    begun = null;
    return Promise.all([opening, result]).then(([, answer]) => answer);
  };
  client.query = queryAfter as typeof client.query;
}

const canHoldBack = (stream: Partial<Socket> | undefined): stream is Socket =>
  typeof stream?.cork === 'function' && typeof stream.uncork === 'function';
