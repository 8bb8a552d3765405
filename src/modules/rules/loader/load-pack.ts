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
  /** Where compiled packs are kept; null keeps none. */
  readonly cacheDir: string | null;
  /**
   * The key that seals what is kept there, asked for when it is needed; null: there is none, and nothing is kept. Without it
   * `cacheDir` is the cache of the build.
   */
  readonly cacheKey?: () => Uint8Array | null;
  /** The digest of `describeEngine`: code that another engine made is never taken. */
  readonly engine: string;
  /** Shared by packs that are applied together: documents are then read and walked once. */
  readonly names?: NamePool;
};

/**
 * Loads the pack in a folder: `pack.json` and the schema it names. What was compiled is taken from the cache when it was
 * made from the same bytes by the same engine, and its seal is right; else the pack is compiled.
 * Throws `SchemaRefused` when a rule cannot be compiled, or an `Error` when the manifest cannot be used.
 */
export async function loadPack(dir: string, options: LoadOptions): Promise<Pack> {
  const { manifest, compiled, cached } = await compilePack(dir, options);
  const { sources, rules } = compiled;
  return { ...load(runCode(compiled.code, nameOf(manifest)), options.names), manifest, sources, rules, cached };
}

/** The pack in a folder as code, compiled or from the cache, without running it. Throws as `loadPack`. */
export async function compilePack(dir: string, options: LoadOptions) {
  const place = placeOf(dir, options, 'rules');
  return { manifest: place.manifest, ...(await compileIn(place)) };
}

/**
 * What explains the failed assertions of the pack in a folder: compiled now, or taken from the cache, and loaded when it
 * is first asked for. Throws as `loadPack`.
 *
 * @param names the pool of the pack
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

/** The code that explains the failed assertions of the pack in a folder. Throws as `loadPack`. */
export async function compileExplanations(dir: string, options: LoadOptions): Promise<string> {
  const { folder, manifest } = placeOf(dir, options, 'explanations');
  return (await compileWith(folder, manifest.schema, 'explanations')).code;
}

/** What is told of a pack without running it: nothing is compiled for that. Throws as `loadPack`. */
export function describePack(dir: string, options: LoadOptions): Pick<Pack, 'sources' | 'rules' | 'cached'> {
  const place = placeOf(dir, options, 'rules');
  const cached = readCached(place);
  if (cached !== null) return { sources: cached.sources, rules: cached.rules, cached: true };
  const read = readSources(place.folder, place.manifest.schema);
  return { sources: digestOf(read.files.values()), rules: toRuleIndex(read.schema), cached: false };
}

/** Only `pack.json`. @throws Error when it cannot be used */
export const readPackManifest = (dir: string): PackManifest => readManifest(`${dir}/pack.json`);

/** How the names of files end that an engine compiled. */
const suffixOf = (engine: string): string => `.${engine.slice(0, 32)}.mjs`;

const nameOf = ({ id, version }: PackManifest): string => `${id}@${version}`;

/** Takes from a folder of compiled packs what another engine compiled: it is loaded no more. */
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

/** Takes the code from the cache, or compiles it and puts it there. */
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

async function compileWith(folder: string, schema: string, wanted: Kind): Promise<CompiledSources> {
  // Loaded by whoever compiles: most processes and threads find the rules compiled.
  const { compileSchema, explanationsOf } = await import('@e-invoice/schematron/compile');
  const read = readSources(folder, schema);
  return {
    schema,
    files: Array.from(read.files.keys(), (path) => fromFolder(folder, path)),
    sources: digestOf(read.files.values()),
    rules: toRuleIndex(read.schema),
    code: wanted === 'rules' ? compileSchema(read.schema) : explanationsOf(read.schema),
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
