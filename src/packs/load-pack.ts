import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  compileSchema,
  instantiate,
  makeRunnable,
  type Pack,
  type PackManifest,
  readSchematron,
  toRuleIndex,
} from '../engine/index.ts';

export type LoadOptions = {
  /** Where compiled packs are kept; null keeps none. */
  readonly cacheDir: string | null;
};

/**
 * Loads the pack in a folder: `pack.json` and the schema it names. The compiled code is taken from the cache when
 * it was made from the same bytes by the same engine; a cached file that is damaged is made anew.
 * Throws `SchemaRefused` when a rule cannot be compiled, or an `Error` when the manifest cannot be used.
 */
export function loadPack(dir: string, { cacheDir }: LoadOptions): Promise<Pack> {
  return Promise.resolve().then(() => {
    const folder = resolve(dir).split(sep).join('/');
    const manifest = readManifest(`${folder}/pack.json`);
    const { schema, files } = readSchematron({
      file: `${folder}/${manifest.schema}`,
      readFile: (path) => readFileSync(path),
    });
    const digest = digestOf(files, engineDigest());
    const cacheFile =
      cacheDir === null ? null : join(cacheDir, `${manifest.id}@${manifest.version}.${digest.slice(0, 32)}.js`);
    const kept = cacheFile === null ? null : readCache(cacheFile);
    const code = kept ?? compileSchema(schema);
    if (kept === null && cacheFile !== null) writeCache(cacheFile, code);
    const runnable = makeRunnable(instantiate(code));
    return {
      ...runnable,
      manifest,
      digest,
      sources: digestOf(files, ''),
      rules: toRuleIndex(schema),
      cached: kept !== null,
    };
  });
}

function readManifest(path: string): PackManifest {
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof manifest !== 'object' || manifest === null) throw new Error(`${path} is not an object`);
  const { id, version, schema } = manifest as Record<string, unknown>;
  for (const [field, value] of Object.entries({ id, version, schema })) {
    const form = field === 'schema' ? /^\w[\w.+-]*(\/\w[\w.+-]*)*$/ : /^\w[\w.+-]*$/;
    if (typeof value !== 'string' || !form.test(value)) throw new Error(`${path} has no usable ${field}`);
  }
  return manifest as PackManifest;
}

function digestOf(files: ReadonlyMap<string, Uint8Array>, salt: string): string {
  const hash = createHash('sha256').update(salt);
  // In the order of inclusion, without paths: the same pack in another place is the same pack.
  for (const bytes of files.values()) hash.update(`\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}

let engine: string | undefined;

/** A hash of the engine's files and of its parser, so that a changed compiler never meets old code. */
function engineDigest(): string {
  if (engine !== undefined) return engine;
  const root = fileURLToPath(new URL('../engine/', import.meta.url));
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|js)$/.test(name));
  const hash = createHash('sha256');
  for (const name of sources.sort()) hash.update(`\0${name}\0`).update(readFileSync(join(root, name)));
  hash.update('\0fontoxpath\0').update(readFileSync(fileURLToPath(import.meta.resolve('fontoxpath'))));
  engine = hash.digest('hex');
  return engine;
}

const SEAL = /^\/\/ sha256 ([0-9a-f]{64})\n/;

const seal = (code: string): string => createHash('sha256').update(code).digest('hex');

/** The code in a cache file, or null when there is none or it is not what was written. */
function readCache(path: string): string | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const found = SEAL.exec(text);
  if (found === null) return null;
  const code = text.slice(found[0].length);
  return seal(code) === found[1] ? code : null;
}

function writeCache(path: string, code: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, `// sha256 ${seal(code)}\n${code}`);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
