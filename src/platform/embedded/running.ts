import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWNER, placesIn } from './initialise.ts';

/** Zero-based line numbers in PostgreSQL's pid file (see "postmaster.pid" in its documentation). */
const PORT_LINE = 3;
const STATE_LINE = 7;

/**
 * Connection URL of the embedded PostgreSQL of a running service; null when it is not ready or its files are
 * unreadable.
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
