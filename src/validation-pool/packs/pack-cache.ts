import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { RuleIndexEntry } from '@e-invoice/schematron';

/** What is made from the sources of a pack, and kept so that they need not be read as a schema again. */
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

/** SHA-256 over files in the order of inclusion, without paths: the same pack in another place is the same pack. */
export function digestOf(files: Iterable<Uint8Array>): string {
  const hash = createHash('sha256');
  for (const bytes of files) hash.update(`\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}

/** Paths as they are kept: from the folder of the pack, with `/`. */
export const fromFolder = (folder: string, path: string): string => relative(folder, path).split(sep).join('/');

const SEAL = /^\/\/ sha256 ([0-9a-f]{64})\n\/\/ (.*)\n/;

const seal = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * What the file keeps, when it is as it was written and the sources of the pack in the folder are still those it was
 * made from; else null.
 */
export function readKept(file: string, folder: string, schema: string): CompiledSources | null {
  const text = readIfThere(file)?.toString('utf8') ?? '';
  const found = SEAL.exec(text);
  if (found === null || seal(text.slice(text.indexOf('\n') + 1)) !== found[1]) return null;
  const kept = { ...(JSON.parse(found[2]!) as Omit<CompiledSources, 'code'>), code: text.slice(found[0].length) };
  const files = kept.files.map((path) => readIfThere(join(folder, path)));
  if (kept.schema !== schema || !files.every((bytes) => bytes !== null)) return null;
  return digestOf(files) === kept.sources ? kept : null;
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Keeps it in the file, whole or not at all. */
export function keep(file: string, { code, ...rest }: CompiledSources): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  const text = `// ${JSON.stringify(rest)}\n${code}`;
  try {
    writeFileSync(draft, `// sha256 ${seal(text)}\n${text}`);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
