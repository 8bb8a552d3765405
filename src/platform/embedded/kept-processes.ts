import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownSpace, startOf } from './process-identity.ts';

type Recorded = { readonly pid: number; readonly started: string; readonly space: string };

const fileIn = (dataDir: string): string => join(dataDir, 'processes.json');

const isAlive = ({ pid, started, space }: Recorded): boolean => space === ownSpace() && startOf(pid) === started;

function read(dataDir: string): readonly Recorded[] {
  try {
    const found: unknown = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
    return Array.isArray(found) ? (found as Recorded[]).filter(({ pid }) => Number.isInteger(pid)) : [];
  } catch {
    // Missing, or truncated by a crash.
    return [];
  }
}

/** Records a child process in DATA_DIR, so that the next start can detect that it is still running. */
export function recordProcess(dataDir: string, pid: number): void {
  const started = startOf(pid);
  if (started === null) return;
  const known = read(dataDir).filter((one) => one.pid !== pid && isAlive(one));
  try {
    mkdirSync(dirname(fileIn(dataDir)), { recursive: true });
    writeFileSync(fileIn(dataDir), JSON.stringify([...known, { pid, started, space: ownSpace() }]));
  } catch {
    // A read-only folder is reported by the code that stores data there.
  }
}

/**
 * Finds processes that an earlier start with this DATA_DIR left running.
 *
 * @returns whether any of them is still running; can be polled
 */
export function findRemaining(dataDir: string): () => boolean {
  const earlier = read(dataDir);
  return () => earlier.some(isAlive);
}
