import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Validation engine: its version, and a digest over everything that can change a finding or its text. */
export type Engine = { readonly version: string; readonly digest: string };

/** Sources that affect findings, besides the packs. Folders include all their files. */
export const ENGINE_SOURCES = [
  'packages/schematron/src',
  'packages/validator/src/canonical-json.ts',
  'packages/validator/src/catalog',
  'packages/validator/src/check-digits.ts',
  'packages/validator/src/edit-distance.ts',
  'packages/validator/src/cooperative-yield.ts',
  'packages/validator/src/invoice',
  'packages/validator/src/issues',
  'packages/validator/src/member-states.ts',
  'packages/validator/src/own.ts',
  'packages/validator/src/rounding',
  'packages/validator/src/sha256.ts',
  'packages/validator/src/validation',
  'schematron/codelists',
  'schematron/ubl-2.1',
];

/** Libraries that affect findings; they enter the digest with their version. */
export const ENGINE_LIBRARIES = ['fontoxpath', 'saxes'];

const BUILT = 'dist/engine.json';

/**
 * Describes the running engine. The digest covers the sources (SHA-256 over path and content of each file, sorted by
 * path), so that a build and its sources have the same digest; the build records its sources.
 *
 * @param root the folder of package.json
 * @throws Error when a build has no record of its sources
 */
export function describeEngine(root: string): Engine {
  return import.meta.url.endsWith('.ts') ? describeSources(root) : readBuilt(root);
}

/** Whether the engine digest is available; in a transpiled checkout only after the rules were compiled. */
export function isEngineKnown(root: string): boolean {
  return import.meta.url.endsWith('.ts') || existsSync(join(root, BUILT));
}

/** Records in `dist` which sources it was built from. */
export function noteEngine(root: string): void {
  writeFileSync(join(root, BUILT), `${JSON.stringify(describeSources(root))}\n`);
}

function readBuilt(root: string): Engine {
  try {
    return JSON.parse(readFileSync(join(root, BUILT), 'utf8')) as Engine;
  } catch (cause) {
    throw new Error(`${BUILT} cannot be read; run \`npm run build\``, { cause });
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

/** Lists the files under a path, or the file itself, with `/` and sorted; empty when the path does not exist. */
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
