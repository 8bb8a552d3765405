import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export type Import = { readonly specifier: string; readonly typeOnly: boolean };
export type SourceFile = { readonly path: string; readonly text: string };

/** All hand-written files with the extension below the folder, with paths relative to the root. */
export function readSources(root: string, folder: string, ending = '.ts'): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Removes comments, so that imports and names in them do not count. Line breaks are preserved. */
export function withoutComments(text: string): string {
  return text.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (match, literal: string | undefined) => literal ?? match.replace(/[^\n]/g, ''),
  );
}

/** Imports and re-exports of a file, static or by `import()`. */
export function importsOf(text: string): Import[] {
  const code = withoutComments(text);
  const found: Import[] = [];
  for (const match of code.matchAll(/(?:^|[;\n])\s*(import|export)\b([^'"`;]*?)\bfrom\s*['"]([^'"]+)['"]/g)) {
    found.push({ specifier: match[3]!, typeOnly: /^\s*type\b/.test(match[2]!) });
  }
  for (const match of code.matchAll(/(?:^|[;\n])\s*import\s*['"]([^'"]+)['"]/g)) {
    found.push({ specifier: match[1]!, typeOnly: false });
  }
  for (const match of code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)(\s*\.\s*[A-Z])?/g)) {
    found.push({ specifier: match[1]!, typeOnly: match[2] !== undefined });
  }
  return found;
}

/** Path of the imported file relative to the root, or null when it is a package or a Node module. */
export function resolveImport(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return relative('/', resolve('/', dirname(from), specifier));
}
