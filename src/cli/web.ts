/** `web`: builds the browser code of the pages. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exportRules } from '../modules/rules/loader/index.ts';
import { findRoot } from '../platform/index.ts';

/** Exports the rules of the project and bundles them with the page code into `dist/web`. */
export async function buildWeb(): Promise<number> {
  const root = findRoot();
  mkdirSync(join(root, 'dist'), { recursive: true });
  const rules = mkdtempSync(join(root, 'dist/rules-'));
  try {
    await exportRules(root, rules);
    await promisify(execFile)(process.execPath, [join(root, 'scripts/build-web.mjs'), rules, join(root, 'dist/web')]);
  } finally {
    rmSync(rules, { recursive: true, force: true });
  }
  return 0;
}
