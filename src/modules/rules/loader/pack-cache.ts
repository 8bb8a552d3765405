import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { RuleIndexEntry } from '@e-invoice/schematron';

/** What the compiler made of the sources of a pack. */
export type CompiledSources = {
  /** Path of the schema from the folder of the pack. */
  readonly schema: string;
  /** The schema and what it includes, in the order of inclusion, from the folder of the pack. */
  readonly files: readonly string[];
  /** SHA-256 over these files. */
  readonly sources: string;
  readonly rules: readonly RuleIndexEntry[];
  readonly code: string;
};

/**
 * A cache entry is two files: `<name>.mjs` with code only, and `<name>.json` with everything that is said of it and the seal over
 * both.
 */
type Metadata = Omit<CompiledSources, 'code'>;

/** Where an entry is, and what seals it. */
export type CacheEntry = {
  /** Path of the file with code. */
  readonly file: string;
  readonly kind: 'rules' | 'explanations';
  /** Of the installation; null for the cache of the build. */
  readonly key: Uint8Array | null;
};

/** SHA-256 over files in the order of inclusion, without paths: the same pack in another place is the same pack. */
export function digestOf(files: Iterable<Uint8Array>): string {
  const hash = createHash('sha256');
  for (const bytes of files) hash.update(`\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}

/** Paths as they are stored: from the folder of the pack, with `/`. */
export const fromFolder = (folder: string, path: string): string => relative(folder, path).split(sep).join('/');

const metadataFile = (file: string): string => file.replace(/\.mjs$/, '.json');

/**
 * Over name, metadata and code. With the key of the installation it is a MAC: nobody else can make an entry that is taken. The
 * cache of the build has no key, because it lies beside the program and is as trusted as it; there the seal finds damage.
 */
function seal({ file, kind, key }: CacheEntry, metadata: Metadata, code: string): string {
  const { schema, files, sources, rules } = metadata;
  const hash = key === null ? createHash('sha256') : createHmac('sha256', key);
  for (const part of [kind, basename(file), JSON.stringify([schema, files, sources, rules]), code])
    hash.update(`${Buffer.byteLength(part)}\0`).update(part);
  return hash.digest('hex');
}

/** The content of an entry, when its seal is right and it was made from this schema in this folder; else null. */
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

/** Null when it is none. Its fields are used only after the seal over them was compared. */
function parseMetadata(bytes: Buffer | null): (Metadata & { readonly seal: string }) | null {
  if (bytes === null) return null;
  try {
    const parsed = JSON.parse(bytes.toString('utf8')) as Metadata & { readonly seal: string };
    return typeof parsed?.seal === 'string' ? parsed : null;
  } catch {
    return null;
  }
}

/** Null also where something else has the name, such as a folder. */
function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/**
 * Writes an entry of the cache. Each file appears whole or not at all; files of two processes that do not belong together have a
 * wrong seal.
 */
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
