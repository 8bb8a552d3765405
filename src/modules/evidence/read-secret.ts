import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../platform/index.ts';

/** The secret as `readSecret`, without making one; null when there is none. */
export const findEvidenceSecret = (place: { evidenceSecret: string | null; dataDir: string }): string | null =>
  place.evidenceSecret ?? readOrNull(join(place.dataDir, 'evidence.secret'));

/**
 * The secret that seals signing keys: the configured one, else that of the data folder, which is made when there is
 * none. ProcessMetrics that share neither have signing keys of their own; all are published.
 */
export function readSecret({ evidenceSecret, dataDir }: { evidenceSecret: string | null; dataDir: string }): string {
  if (evidenceSecret !== null) return evidenceSecret;
  const file = join(dataDir, 'evidence.secret');
  const kept = readOrNull(file);
  if (kept !== null) return kept;
  makeFolder(dataDir, 0o700);
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    // A link appears whole or not at all, and never over what another process has just made.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8');
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
