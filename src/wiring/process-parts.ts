import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type Database, openDatabase } from '../db/index.ts';
import { type IdPrefix, newId } from '../lib/ids.ts';
import { type Config, type Log, type Metrics, makeLog, makeMetrics } from '../runtime/index.ts';

/** What every part is made with. */
export type ProcessParts = {
  readonly config: Config;
  /** What this process does, for logs and metrics. */
  readonly role: string;
  /** This process among all that share the database. */
  readonly name: string;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly db: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
};

/** Opens the database and gives the process its clock and its source of identifiers. @throws when no database is named */
export function makeProcessParts(config: Config, role: string): ProcessParts {
  if (config.databaseUrl === null) throw new Error('A single role needs DATABASE_URL; `npm start` brings its own');
  const log = makeLog({ level: config.logLevel, role });
  const now = () => Date.now();
  return {
    config,
    role,
    name: `${role} ${hostname()} ${process.pid}`,
    log,
    metrics: makeMetrics(role),
    db: openDatabase({ url: config.databaseUrl, maxConnections: 10, applicationName: `einvoice ${role}`, log }),
    now,
    newId: (prefix) => newId(prefix, now(), randomBytes),
  };
}
