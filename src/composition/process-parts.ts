import { hostname } from 'node:os';
import { type IdPrefix, newId } from '../lib/ids.ts';
import { type Database, openDatabase } from '../platform/db/index.ts';
import {
  type Config,
  type ConfiguredCipher,
  drawRandom,
  type Log,
  type Metrics,
  makeLog,
  makeMetrics,
  makeSecretCipher,
  measureDisk,
} from '../platform/index.ts';

/** Parts that exist before there is a database. */
export type BaseParts = {
  readonly config: Config;
  /** Roles of this process, for logs and metrics. */
  readonly role: string;
  /** Name of this process, unique among those that share the database. */
  readonly name: string;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
  /** Encrypts stored secrets with SECRETS_KEY. */
  readonly cipher: ConfiguredCipher;
};

export type ProcessParts = BaseParts & { readonly db: Database };

/** Creates the log, the clock and the id generator of the process. */
export function makeBaseParts(config: Config, role: string): BaseParts {
  const log = makeLog({ level: config.logLevel, role });
  const now = () => Date.now();
  const metrics = makeMetrics(role);
  measureDisk(metrics, config.dataDir);
  return {
    config,
    role,
    name: `${role} ${hostname()} ${process.pid}`,
    log,
    metrics,
    now,
    newId: (prefix) => newId(prefix, now(), drawRandom),
    cipher: makeSecretCipher(config.secretsKey),
  };
}

/**
 * Opens the database.
 *
 * @param url null when no database is configured, which is an error
 */
export function openParts(base: BaseParts, url: string | null): ProcessParts {
  if (url === null) throw new Error('A process started with --run= requires DATABASE_URL');
  const { config, log, role } = base;
  const directUrl = config.databaseDirectUrl;
  return {
    ...base,
    db: openDatabase({ url, directUrl, maxConnections: 10, applicationName: `einvoice ${role}`, log }),
  };
}
