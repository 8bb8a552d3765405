import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../platform/index.ts';

/** Like `readSecret`, but never creates a secret; returns null without one. */
export const findEvidenceSecret = (place: { evidenceSecret: string | null; dataDir: string }): string | null =>
  place.evidenceSecret ?? readOrNull(join(place.dataDir, 'evidence.secret'));

/**
 * Returns the secret that encrypts signing keys: the configured one, otherwise the one in the data folder, which is
 * created if missing. Processes that share neither use separate signing keys; all of them are published.
 */
export function readSecret({ evidenceSecret, dataDir }: { evidenceSecret: string | null; dataDir: string }): string {
  if (evidenceSecret !== null) return evidenceSecret;
  const file = join(dataDir, 'evidence.secret');
  const stored = readOrNull(file);
  if (stored !== null) return stored;
  makeFolder(dataDir, 0o700);
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    // `link` is atomic and never overwrites a file that another process has just created.
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
