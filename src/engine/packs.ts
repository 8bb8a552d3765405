import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hit, noMatch, notInPhase } from './builtins.ts';
import { compileSchema } from './compile.ts';
import type { PackModule } from './pack-module.ts';
import { type RuleIndexEntry, toRuleIndex } from './rule-index.ts';
import { makeRunnable, type RunnablePack } from './run.ts';
import { readSchematron } from './schematron/read.ts';
import { runtime } from './xpath/index.ts';

/** `pack.json`: what a release of rules is, and when it is in force. Fields beyond these belong to its readers. */
export type PackManifest = {
  readonly id: string;
  readonly version: string;
  /** The schema: its path from the folder. */
  readonly schema: string;
  readonly [field: string]: unknown;
};

export type Pack = RunnablePack & {
  readonly manifest: PackManifest;
  /** SHA-256 over the rule sources and the engine: equal digests judge alike. */
  readonly digest: string;
  /** SHA-256 over the rule sources alone: the same for whichever engine compiles them. */
  readonly sources: string;
  readonly rules: readonly RuleIndexEntry[];
  /** Whether the compiled code came from the cache. */
  readonly cached: boolean;
};

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

const builtins = { hit, noMatch, notInPhase };

/** Runs the code of a compiled pack, which declares its names and returns its tables. */
export function instantiate(code: string): PackModule {
  return new Function('rt', 'engine', code)(runtime, builtins) as PackModule;
}

/** Something else under an id of the pack that is judged without the engine, as one line of its index. */
export type IndexLine = { readonly id: string; readonly line: Readonly<Record<string, unknown>> };

/**
 * The reviewable index of a pack (`rules.json`): every assertion under its id, sorted, with a hash of its test, so
 * that a change of rules shows as a small diff. Equal sources give equal bytes.
 */
export function packIndex(pack: Pick<Pack, 'manifest' | 'rules'>, others: readonly IndexLine[] = []): string {
  const lines = pack.rules.map(({ id, kind, flag, role, pattern, context, test }): IndexLine => {
    const hash = createHash('sha256').update(test).digest('hex').slice(0, 12);
    return { id, line: { kind, flag, role, pattern, context, test: hash } };
  });
  const byId = new Map<string, string[]>();
  for (const { id, line } of [...lines, ...others]) byId.set(id, [...(byId.get(id) ?? []), JSON.stringify(line)]);
  const ids = [...byId.keys()].sort();
  const rules = ids.map((id) => `    ${JSON.stringify(id)}: [\n      ${byId.get(id)!.join(',\n      ')}\n    ]`);
  const { id, version } = pack.manifest;
  return `{\n  "id": ${JSON.stringify(id)},\n  "version": ${JSON.stringify(version)},\n  "rules": {\n${rules.join(',\n')}\n  }\n}\n`;
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

/** A hash of the engine's own files and of its parser, so that a changed compiler never meets old code. */
function engineDigest(): string {
  if (engine !== undefined) return engine;
  const root = fileURLToPath(new URL('.', import.meta.url));
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
