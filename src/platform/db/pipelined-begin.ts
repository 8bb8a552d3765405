import type pg from 'pg';

type Query = (text: unknown, ...parameters: unknown[]) => Promise<pg.QueryResult>;
/** Where pg stores its socket. This is internal to pg and may change in another release. */
type Wire = { readonly connection?: { readonly stream?: Partial<Socket> } };
type Socket = { cork(): void; uncork(): void };

const NO_ROWS = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] } as pg.QueryResult;

/** Prefix of a statement that opens a transaction; further commands of the same string are sent with it. */
export const BEGIN = 'begin;';

/**
 * Sends the statement that opens a transaction together with the first statement of the transaction in one message,
 * which saves a round trip. Call it when the pool connects, after all other wrappers of `query`; the connection must
 * be in pg's pipeline mode.
 *
 * A statement never runs outside its transaction: when the opening statement fails, the server rejects every
 * statement (25P02) until the rollback, and the opening statement's error is reported.
 *
 * When the socket cannot be corked, the two are sent separately.
 */
export function sendBeginAhead(client: pg.PoolClient): void {
  const stream = (client as unknown as Wire).connection?.stream;
  if (!canHoldBack(stream)) return;
  const query = client.query.bind(client) as Query;
  let beginResult: Promise<pg.QueryResult> | null = null;
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
      beginResult = query(text);
      beginResult.catch(() => undefined);
      // A caller that does other work before its first statement must not delay BEGIN.
      setImmediate(uncork);
      return Promise.resolve(NO_ROWS);
    }
    const result = query(text, ...parameters);
    uncork();
    const opening = beginResult;
    if (opening === null) return result;
    beginResult = null;
    return Promise.all([opening, result]).then(([, answer]) => answer);
  };
  client.query = queryAfter as typeof client.query;
}

const canHoldBack = (stream: Partial<Socket> | undefined): stream is Socket =>
  typeof stream?.cork === 'function' && typeof stream.uncork === 'function';
