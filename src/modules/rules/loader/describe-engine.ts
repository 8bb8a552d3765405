import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What judges: the release, and a digest that changes with whatever could change a finding or its words. */
export type Engine = { readonly version: string; readonly digest: string };

/** The sources that findings come from, beside the packs; folders with all their files. */
export const ENGINE_SOURCES = [
  'packages/schematron/src',
  'packages/validator/src/canonical-json.ts',
  'packages/validator/src/catalog',
  'packages/validator/src/check-digits.ts',
  'packages/validator/src/edit-distance.ts',
  'packages/validator/src/cooperative-yield.ts',
  'packages/validator/src/invoice',
  'packages/validator/src/issues',
  'packages/validator/src/own.ts',
  'packages/validator/src/sha256.ts',
  'packages/validator/src/validation',
  'schematron/codelists',
  'schematron/ubl-2.1',
];

/** Libraries that have a part in findings: they count by their release. */
export const ENGINE_LIBRARIES = ['fontoxpath', 'saxes'];

const BUILT = 'dist/engine.json';

/**
 * The engine that runs here. Its digest is over the sources (SHA-256 over path and content of each file, by path), so
 * that the built service and the sources it was built from say the same; the build notes what it was made from.
 *
 * @param root the folder of package.json
 * @throws Error when the built service does not know what it was built from
 */
export function describeEngine(root: string): Engine {
  return import.meta.url.endsWith('.ts') ? describeSources(root) : readBuilt(root);
}

/** Whether what runs here can say which engine it is: what is transpiled cannot until its rules were compiled. */
export function isEngineKnown(root: string): boolean {
  return import.meta.url.endsWith('.ts') || existsSync(join(root, BUILT));
}

/** Notes in `dist` which sources it was built from. */
export function noteEngine(root: string): void {
  writeFileSync(join(root, BUILT), `${JSON.stringify(describeSources(root))}\n`);
}

function readBuilt(root: string): Engine {
  try {
    return JSON.parse(readFileSync(join(root, BUILT), 'utf8')) as Engine;
  } catch (cause) {
    throw new Error(`${BUILT} cannot be read: run \`npm run build\``, { cause });
  }
}

function describeSources(root: string): Engine {
  const hash = createHash('sha256');
  for (const path of ENGINE_SOURCES.flatMap((place) => listFiles(root, place))) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  for (const name of ENGINE_LIBRARIES) hash.update(`${name}@${versionIn(join(root, 'node_modules', name))}\0`);
  return { version: versionIn(root), digest: hash.digest('hex') };
}

/** The files below a place, or the file that it is, as paths with `/`, sorted; none when there is no such place. */
function listFiles(root: string, place: string): string[] {
  if (place.endsWith('.ts')) return [place];
  try {
    return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsv|sch)$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const versionIn = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
