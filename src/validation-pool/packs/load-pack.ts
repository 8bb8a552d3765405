import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { load } from '@e-invoice/schematron';
import { type Explanations, loadExplanations, makeExplainer } from '@e-invoice/schematron/explain';
import { readSchematron, toRuleIndex } from '@e-invoice/schematron/source';
import type { NamePool } from '@e-invoice/schematron/xml';
import { type Pack, type PackManifest, PackNotReady } from '@e-invoice/validator/validation';
import { importCode, importKept } from './import-code.ts';
import { type CompiledSources, digestOf, fromFolder, keep, readKept } from './pack-cache.ts';

export type LoadOptions = {
  /** Where compiled packs are kept; null keeps none. */
  readonly cacheDir: string | null;
  /** The digest of `describeEngine`: code that another engine made is never taken. */
  readonly engine: string;
  /** Shared by packs that are applied together: documents are then read and walked once. */
  readonly names?: NamePool;
};

/**
 * Loads the pack in a folder: `pack.json` and the schema it names. What was compiled is taken from the cache when it was
 * made from the same bytes by the same engine; a cached file that is damaged is made anew.
 * Throws `SchemaRefused` when a rule cannot be compiled, or an `Error` when the manifest cannot be used.
 */
export async function loadPack(dir: string, options: LoadOptions): Promise<Pack> {
  const { manifest, compiled, cacheFile, cached } = await compilePack(dir, options);
  const { sources, rules } = compiled;
  const code = cacheFile === null ? await importCode(compiled.code) : await importKept(cacheFile, sources);
  return { ...load(code, options.names), manifest, sources, rules, cached };
}

/** The pack in a folder as code, compiled or from the cache, without running it. Throws as `loadPack`. */
export async function compilePack(dir: string, options: LoadOptions) {
  const { folder, manifest, cacheFile } = placeOf(dir, options);
  const kept = cacheFile === null ? null : readKept(cacheFile, folder, manifest.schema);
  const compiled = kept ?? (await compileWith(folder, manifest.schema, 'rules'));
  if (kept === null && cacheFile !== null) keep(cacheFile, compiled);
  return { manifest, compiled, cacheFile, cached: kept !== null };
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
  const { folder, manifest, cacheFile: rules } = placeOf(dir, options);
  const cacheFile = rules === null ? null : rules.replace(/(?=\.[0-9a-f]+\.mjs$)/, '.why');
  const kept = cacheFile === null ? null : readKept(cacheFile, folder, manifest.schema);
  const compiled = kept ?? (await compileWith(folder, manifest.schema, 'explanations'));
  if (kept === null && cacheFile !== null) keep(cacheFile, compiled);
  let explanations: Explanations | null = null;
  const prepare = async (): Promise<void> => {
    const { code, sources } = compiled;
    const made = cacheFile === null ? importCode(code) : importKept(cacheFile, sources);
    explanations = loadExplanations(await made, names);
  };
  return (document, now) => {
    if (explanations === null) throw new PackNotReady(`${manifest.id}@${manifest.version}`, prepare);
    return makeExplainer(explanations, document, { now });
  };
}

/** The code that explains the failed assertions of the pack in a folder. Throws as `loadPack`. */
export async function compileExplanations(dir: string, options: LoadOptions): Promise<string> {
  const { folder, manifest } = placeOf(dir, options);
  return (await compileWith(folder, manifest.schema, 'explanations')).code;
}

/** What is told of a pack without running it: nothing is compiled for that. Throws as `loadPack`. */
export function describePack(dir: string, options: LoadOptions): Pick<Pack, 'sources' | 'rules' | 'cached'> {
  const { folder, manifest, cacheFile } = placeOf(dir, options);
  const kept = cacheFile === null ? null : readKept(cacheFile, folder, manifest.schema);
  if (kept !== null) return { sources: kept.sources, rules: kept.rules, cached: true };
  const read = readSources(folder, manifest.schema);
  return { sources: digestOf(read.files.values()), rules: toRuleIndex(read.schema), cached: false };
}

/** Only `pack.json`. @throws Error when it cannot be used */
export const readPackManifest = (dir: string): PackManifest => readManifest(`${dir}/pack.json`);

/** How the names of files end that an engine compiled. */
const suffixOf = (engine: string): string => `.${engine.slice(0, 32)}.mjs`;

/** Takes from a folder of compiled packs what another engine compiled: it is loaded no more. */
export function forgetOtherEngines({ cacheDir, engine }: { readonly cacheDir: string; readonly engine: string }): void {
  for (const name of readdirSync(cacheDir))
    if (name.endsWith('.mjs') && !name.endsWith(suffixOf(engine))) rmSync(join(cacheDir, name), { force: true });
}

function placeOf(dir: string, { cacheDir, engine }: LoadOptions) {
  const folder = resolve(dir).split(sep).join('/');
  const manifest = readManifest(`${folder}/pack.json`);
  const name = `${manifest.id}@${manifest.version}${suffixOf(engine)}`;
  return { folder, manifest, cacheFile: cacheDir === null ? null : join(cacheDir, name) };
}

const readSources = (folder: string, schema: string) =>
  readSchematron({ file: `${folder}/${schema}`, readFile: (path) => readFileSync(path) });

async function compileWith(folder: string, schema: string, wanted: 'rules' | 'explanations'): Promise<CompiledSources> {
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
