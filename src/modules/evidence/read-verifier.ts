import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the single-file evidence verifier from the build; null if there is no build.
 *
 * @param root folder that contains package.json
 */
export function readVerifier(root: string): Buffer | null {
  const file = join(root, 'dist/verify.mjs');
  return existsSync(file) ? readFileSync(file) : null;
}
