import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { within } from '../../lib/with-timeout.ts';
import { type Log, makeSeldom } from '../index.ts';
import { connectPatiently } from './connect-patiently.ts';
import type { Database } from './database.ts';
import { makeListener } from './notify.ts';
import { sendBeginAhead } from './pipelined-begin.ts';
import { keepPrepared, makeStatementNames } from './prepare-statements.ts';
import type { Tables } from './tables.ts';

type DatabaseOptions = {
  readonly url: string;
  /**
   * The same database without a pooler before it, for what belongs to a session; null: `url` has none. Behind a pooler
   * that gives out a server connection for each transaction, statements are not kept prepared.
   */
  readonly directUrl?: string | null;
  readonly maxConnections: number;
  readonly applicationName: string;
  readonly log: Log;
  /** How long a restarting server is waited for when a connection is asked for, in milliseconds. */
  readonly waitTimeoutMs?: number;
};

const { builtins } = pg.types;

function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The int8 ${text} has no exact number`);
  return value;
}

/** int8 as number, refused where it would lose digits; date as text, since it has no time zone; the rest as pg does. */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (format !== 'binary' && oid === builtins.INT8) return readInt8;
    if (format !== 'binary' && oid === builtins.DATE) return String;
    return pg.types.getTypeParser(oid, format);
  },
};

/**
 * Opens a pool. No connection is made before the first query; a lost one is replaced by itself, and a server that
 * restarts is waited for.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { log, waitTimeoutMs = 5_000 } = options;
  const directUrl = options.directUrl ?? options.url;
  const isPooled = directUrl !== options.url;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections,
    application_name: options.applicationName,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    pipeline: true,
    types: typeParsers,
  });
  const warnSeldom = makeSeldom((fields, message) => log.warn(fields, message));
  let closing = false;
  pool.on('error', (error) => {
    // The pool says that it has ended before its last connections have: a server that stops right after loses nothing.
    if (!closing) warnSeldom({ reason: error.message }, 'an idle database connection was lost');
  });
  // A client that is checked out reports a lost connection a second time as an event, which without a listener would
  // end the process; its query has failed already.
  const names = makeStatementNames();
  pool.on('connect', (client) => {
    if (!isPooled) keepPrepared(client, names);
    sendBeginAhead(client);
    client.on('error', (error) => log.debug({ reason: error.message }, 'a database connection was lost'));
  });

  const connect = (): Promise<pg.PoolClient> => connectPatiently(pool, waitTimeoutMs);
  const listener = makeListener({ url: directUrl, applicationName: options.applicationName, log });
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } }) });
  return {
    kysely,
    directUrl,
    listener,
    log,
    answers: (limit) => {
      const asked = pool.query('select 1').then(
        () => true,
        () => false,
      );
      return within(asked, limit, () => false);
    },
    close: async () => {
      closing = true;
      await listener.close();
      await kysely.destroy();
    },
  };
}
