import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { exportRules } from '../../src/modules/rules/loader/index.ts';
import { findRoot, openWebBundle, type WebBundle } from '../../src/platform/index.ts';

const ROOT = findRoot();

/** Inputs of the browser build; the rules have a cache of their own. */
const SOURCES = [
  'locales',
  'web',
  'src/modules/result-view',
  'src/modules/evidence/verifier',
  'src/modules/rendering',
  'src/modules/drafts',
  'src/lib',
  'packages',
  'schematron',
  'scripts/build-web.mjs',
  'scripts/bundle-locales.mjs',
  'scripts/find-used-messages.ts',
  'scripts/draw-card.mjs',
  'scripts/trim-compressor.mjs',
  'scripts/trim-parser.mjs',
];

const filesOf = (path: string): string[] =>
  existsSync(path) && !/\.(mjs|ts)$/.test(path)
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : [path];

/**
 * Another test file may have built the same folder in the meantime; an existing folder is not replaced, because it
 * may be in use.
 */
function putUnlessThere(own: string, folder: string): void {
  try {
    renameSync(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

/** Browser code built from the current sources, cached by their digest. */
export async function builtWeb(): Promise<WebBundle> {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((place) => filesOf(join(ROOT, place))))
    hash.update(file).update(readFileSync(file));
  const folder = join(ROOT, 'dist/tests', `web-${hash.digest('hex').slice(0, 32)}`);
  if (!existsSync(folder)) {
    mkdirSync(join(ROOT, 'dist/tests'), { recursive: true });
    const rules = mkdtempSync(join(ROOT, 'dist/tests/rules-'));
    try {
      await exportRules(ROOT, rules);
      const own = join(rules, 'web');
      execFileSync(process.execPath, [join(ROOT, 'scripts/build-web.mjs'), rules, own]);
      putUnlessThere(own, folder);
    } finally {
      rmSync(rules, { recursive: true, force: true });
    }
  }
  return openWebBundle({ folder, build: null });
}
