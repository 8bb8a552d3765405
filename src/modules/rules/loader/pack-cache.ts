import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { RuleIndexEntry } from '@e-invoice/schematron';

/** Compiler output for the sources of a pack. */
export type CompiledSources = {
  /** Path of the schema from the folder of the pack. */
  readonly schema: string;
  /** The schema and its inclusions, in the order of inclusion, relative to the pack folder. */
  readonly files: readonly string[];
  /** SHA-256 over these files. */
  readonly sources: string;
  readonly rules: readonly RuleIndexEntry[];
  readonly code: string;
};

/**
 * A cache entry has two files: `<name>.mjs` with code only, and `<name>.json` with the metadata and a seal over both.
 */
type Metadata = Omit<CompiledSources, 'code'>;

export type CacheEntry = {
  /** Path of the file with code. */
  readonly file: string;
  readonly kind: 'rules' | 'explanations';
  /** Key of the installation; null for the cache of the build. */
  readonly key: Uint8Array | null;
};

/** SHA-256 over files in the order of inclusion, without paths, so that a moved pack keeps its digest. */
export function digestOf(files: Iterable<Uint8Array>): string {
  const hash = createHash('sha256');
  for (const bytes of files) hash.update(`\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}

/** Converts a path to its stored form: relative to the pack folder, with `/`. */
export const fromFolder = (folder: string, path: string): string => relative(folder, path).split(sep).join('/');

const metadataFile = (file: string): string => file.replace(/\.mjs$/, '.json');

/**
 * Seal over name, metadata and code. With the key of the installation it is a MAC, so that other parties cannot forge
 * an entry. The cache of the build has no key, because it is next to the program and trusted like it; its seal only
 * detects corruption.
 */
function seal({ file, kind, key }: CacheEntry, metadata: Metadata, code: string): string {
  const { schema, files, sources, rules } = metadata;
  const hash = key === null ? createHash('sha256') : createHmac('sha256', key);
  for (const part of [kind, basename(file), JSON.stringify([schema, files, sources, rules]), code])
    hash.update(`${Buffer.byteLength(part)}\0`).update(part);
  return hash.digest('hex');
}

/** Reads an entry; null unless its seal is valid and it was compiled from this schema in this folder. */
export function readCompiled(entry: CacheEntry, folder: string, schema: string): CompiledSources | null {
  const code = readIfThere(entry.file)?.toString('utf8');
  const parsed = parseMetadata(readIfThere(metadataFile(entry.file)));
  if (code === undefined || parsed === null) return null;
  const { seal: found, ...metadata } = parsed;
  if (!isSame(found, seal(entry, metadata, code)) || metadata.schema !== schema) return null;
  const files = metadata.files.map((path) => readIfThere(join(folder, path)));
  if (!files.every((bytes) => bytes !== null)) return null;
  return digestOf(files) === metadata.sources ? { ...metadata, code } : null;
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one, 'latin1'), Buffer.from(other, 'latin1'));

/** Returns null for invalid metadata. Fields are used only after the seal was verified. */
function parseMetadata(bytes: Buffer | null): (Metadata & { readonly seal: string }) | null {
  if (bytes === null) return null;
  try {
    const parsed = JSON.parse(bytes.toString('utf8')) as Metadata & { readonly seal: string };
    return typeof parsed?.seal === 'string' ? parsed : null;
  } catch {
    return null;
  }
}

/** Also null when the path is not a file. */
function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** Writes a cache entry. Each file is written atomically; when two processes mix their files, the seal is invalid. */
export function writeCompiled(entry: CacheEntry, { code, ...metadata }: CompiledSources): void {
  mkdirSync(dirname(entry.file), { recursive: true });
  writeWhole(entry.file, code);
  writeWhole(metadataFile(entry.file), `${JSON.stringify({ ...metadata, seal: seal(entry, metadata, code) })}\n`);
}

function writeWhole(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, text, { flag: 'wx' });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
