import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { load } from '@e-invoice/schematron';
import { type Explanations, loadExplanations, makeExplainer } from '@e-invoice/schematron/explain';
import { readSchematron, toRuleIndex } from '@e-invoice/schematron/source';
import type { NamePool } from '@e-invoice/schematron/xml';
import { type Pack, type PackManifest, PackNotReady } from '@e-invoice/validator/validation';
import {
  type CacheEntry,
  type CompiledSources,
  digestOf,
  fromFolder,
  readCompiled,
  writeCompiled,
} from './pack-cache.ts';
import { runCode } from './run-code.ts';

export type LoadOptions = {
  /** Cache folder of compiled packs; null disables the cache. */
  readonly cacheDir: string | null;
  /**
   * Returns the MAC key of cache entries, read when needed; null disables the cache. Without this function,
   * `cacheDir` is the cache of the build.
   */
  readonly cacheKey?: () => Uint8Array | null;
  /** Digest from `describeEngine`: code compiled by another engine is never used. */
  readonly engine: string;
  /** Name pool shared by packs that are applied together, so that documents are parsed and walked once. */
  readonly names?: NamePool;
};

/**
 * Loads the pack in a folder: `pack.json` and its schema. Uses the cached code when it was compiled from the same
 * bytes by the same engine and its MAC is valid; otherwise compiles.
 * Throws `SchemaRefused` when a rule cannot be compiled, or an `Error` when the manifest is invalid.
 */
export async function loadPack(dir: string, options: LoadOptions): Promise<Pack> {
  const { manifest, compiled, cached } = await compilePack(dir, options);
  const { sources, rules } = compiled;
  return { ...load(runCode(compiled.code, nameOf(manifest)), options.names), manifest, sources, rules, cached };
}

/** Returns the code of a pack, compiled or from the cache, without running it. Throws as `loadPack`. */
export async function compilePack(dir: string, options: LoadOptions) {
  const place = placeOf(dir, options, 'rules');
  return { manifest: place.manifest, ...(await compileIn(place)) };
}

/**
 * Prepares the explanations of failed assertions: compiles them now or finds them in the cache, and loads them on
 * first use. Throws as `loadPack`.
 *
 * @param names name pool of the pack
 */
export async function prepareExplanations(
  dir: string,
  options: LoadOptions,
  names: NamePool,
): Promise<NonNullable<Pack['explain']>> {
  const place = placeOf(dir, options, 'explanations');
  const { manifest } = place;
  const { compiled } = await compileIn(place);
  let explanations: Explanations | null = null;
  const prepare = async (): Promise<void> => {
    explanations = loadExplanations(runCode(compiled.code, `${nameOf(manifest)}-explanations`), names);
  };
  return (document, now) => {
    if (explanations === null) throw new PackNotReady(nameOf(manifest), prepare);
    return makeExplainer(explanations, document, { now });
  };
}

/** Throws as `loadPack`. */
export async function compileExplanations(dir: string, options: LoadOptions): Promise<string> {
  const { folder, manifest } = placeOf(dir, options, 'explanations');
  return (await compileWith(folder, manifest.schema, 'explanations')).code;
}

/** Returns metadata of a pack without compiling it. Throws as `loadPack`. */
export function describePack(dir: string, options: LoadOptions): Pick<Pack, 'sources' | 'rules' | 'cached'> {
  const place = placeOf(dir, options, 'rules');
  const cached = readCached(place);
  if (cached !== null) return { sources: cached.sources, rules: cached.rules, cached: true };
  const read = readSources(place.folder, place.manifest.schema);
  return { sources: digestOf(read.files.values()), rules: toRuleIndex(read.schema), cached: false };
}

/** Reads only `pack.json`. @throws Error when it is invalid */
export const readPackManifest = (dir: string): PackManifest => readManifest(`${dir}/pack.json`);

const suffixOf = (engine: string): string => `.${engine.slice(0, 32)}.mjs`;

const nameOf = ({ id, version }: PackManifest): string => `${id}@${version}`;

/** Deletes packs compiled by other engines from a cache folder, because they are never loaded. */
export function forgetOtherEngines({ cacheDir, engine }: { readonly cacheDir: string; readonly engine: string }): void {
  for (const name of readdirSync(cacheDir))
    if (/\.(mjs|json)$/.test(name) && !name.replace(/\.json$/, '.mjs').endsWith(suffixOf(engine)))
      rmSync(join(cacheDir, name), { force: true });
}

type Kind = CacheEntry['kind'];

function placeOf(dir: string, { cacheDir, cacheKey, engine }: LoadOptions, kind: Kind) {
  const folder = resolve(dir).split(sep).join('/');
  const manifest = readManifest(`${folder}/pack.json`);
  const name = `${nameOf(manifest)}${kind === 'rules' ? '' : '.why'}${suffixOf(engine)}`;
  const key = cacheDir === null ? null : (cacheKey?.() ?? null);
  const isKept = cacheDir !== null && (cacheKey === undefined || key !== null);
  const entry: CacheEntry | null = isKept ? { file: join(cacheDir, name), kind, key } : null;
  return { folder, manifest, kind, entry };
}

type Place = ReturnType<typeof placeOf>;

const readCached = ({ entry, folder, manifest }: Place): CompiledSources | null =>
  entry === null ? null : readCompiled(entry, folder, manifest.schema);

async function compileIn(place: Place): Promise<{ readonly compiled: CompiledSources; readonly cached: boolean }> {
  const cached = readCached(place);
  if (cached !== null) return { compiled: cached, cached: true };
  const { folder, manifest, kind, entry } = place;
  const compiled = await compileWith(folder, manifest.schema, kind);
  if (entry !== null) writeCompiled(entry, compiled);
  return { compiled, cached: false };
}

const readSources = (folder: string, schema: string) =>
  readSchematron({ file: `${folder}/${schema}`, readFile: (path) => readFileSync(path) });

async function compileWith(folder: string, schema: string, kind: Kind): Promise<CompiledSources> {
  // Imported on demand: most processes and threads find compiled rules and need no compiler.
  const { compileSchema, explanationsOf } = await import('@e-invoice/schematron/compile');
  const read = readSources(folder, schema);
  return {
    schema,
    files: Array.from(read.files.keys(), (path) => fromFolder(folder, path)),
    sources: digestOf(read.files.values()),
    rules: toRuleIndex(read.schema),
    code: kind === 'rules' ? compileSchema(read.schema) : explanationsOf(read.schema),
  };
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
