import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The verifier of evidence in one file, as the build made it; null where nothing was built.
 *
 * @param root the folder of package.json
 */
export function readVerifier(root: string): Buffer | null {
  const file = join(root, 'dist/verify.mjs');
  return existsSync(file) ? readFileSync(file) : null;
}
