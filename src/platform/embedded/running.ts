import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWNER, placesIn } from './initialise.ts';

/** Which line of PostgreSQL's own pid file says what, from zero (its documentation: "postmaster.pid"). */
const PORT_LINE = 3;
const STATE_LINE = 7;

/**
 * Where the embedded PostgreSQL of a running service listens; null when none is ready there, or when this account may
 * not read its files.
 */
export function findRunningPostgres(dataDir: string): string | null {
  const { data, password } = placesIn(join(dataDir, 'postgres'));
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const port = Number(lines[PORT_LINE]);
    if (!Number.isInteger(port) || lines[STATE_LINE]?.trim() !== 'ready') return null;
    return `postgres://${OWNER}:${readFileSync(password, 'utf8')}@127.0.0.1:${port}/${OWNER}`;
  } catch {
    return null;
  }
}
