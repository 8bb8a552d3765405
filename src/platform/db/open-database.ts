import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { within } from '../../lib/with-timeout.ts';
import { type Log, makeThrottledLog } from '../index.ts';
import { connectPatiently } from './connect-patiently.ts';
import type { Database } from './database.ts';
import { makeListener } from './notify.ts';
import { sendBeginAhead } from './pipelined-begin.ts';
import { keepPrepared, makeStatementNames } from './prepare-statements.ts';
import type { Tables } from './tables.ts';

type DatabaseOptions = {
  readonly url: string;
  /**
   * Address of the same database without a pooler, for session features; null: `url` has no pooler. With a pooler in
   * transaction mode, prepared statements are not used.
   */
  readonly directUrl?: string | null;
  readonly maxConnections: number;
  readonly applicationName: string;
  readonly log: Log;
  /** How long to wait for a restarting server when a connection is requested, in milliseconds. */
  readonly waitTimeoutMs?: number;
};

const { builtins } = pg.types;

function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The int8 ${text} has no exact number`);
  return value;
}

/**
 * int8 as number, rejected when it would lose precision; date as text, since it has no time zone; otherwise pg's
 * defaults.
 */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (format !== 'binary' && oid === builtins.INT8) return readInt8;
    if (format !== 'binary' && oid === builtins.DATE) return String;
    return pg.types.getTypeParser(oid, format);
  },
};

/** Opens a pool. It connects on the first query, replaces lost connections, and waits for a restarting server. */
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
  const warnThrottled = makeThrottledLog((fields, message) => log.warn(fields, message));
  let closing = false;
  pool.on('error', (error) => {
    // The pool reports its end before its last connections close; a server that stops right after is not worth a
    // warning.
    if (!closing) warnThrottled({ reason: error.message }, 'idle database connection lost');
  });
  // A checked-out client reports a lost connection also as an event, which would end the process without a listener.
  // Its query has already failed.
  const names = makeStatementNames();
  pool.on('connect', (client) => {
    if (!isPooled) keepPrepared(client, names);
    sendBeginAhead(client);
    client.on('error', (error) => log.debug({ reason: error.message }, 'database connection lost'));
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
      const probe = pool.query('select 1').then(
        () => true,
        () => false,
      );
      return within(probe, limit, () => false);
    },
    close: async () => {
      closing = true;
      await listener.close();
      await kysely.destroy();
    },
  };
}
