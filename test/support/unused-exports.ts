import { resolveImport, type SourceFile, withoutComments } from './import-reader.ts';

const EXPORTED = /^export (?:abstract |async )?(?:class|const|function\*?|let|type) (\w+)/gm;
const LISTED = /^(?:export|import)\s+(type\s+)?\{([^}]*)\}(?:\s*from\s*['"]([^'"]+)['"])?/gm;

/** Names of a list in braces: exported name and local name. */
const namesOf = (list: string): { readonly there: string; readonly here: string }[] =>
  list
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '')
    .map((name) => {
      const [there, here = there] = name.split(' as ');
      return { there: there!, here: here! };
    });

/**
 * Exports that no other file imports.
 *
 * @param users further files that may import, such as tests
 */
export function unusedExports(files: readonly SourceFile[], users: readonly SourceFile[]): string[] {
  const used = new Set<string>();
  const whole = new Set<string>();
  const exported: { readonly path: string; readonly name: string }[] = [];
  const own = new Set(files.map(({ path }) => path));
  for (const { path, text } of [...files, ...users]) {
    const code = withoutComments(text);
    for (const [all, , list, specifier] of code.matchAll(LISTED)) {
      const from = specifier === undefined ? null : resolveImport(path, specifier);
      for (const { there, here } of namesOf(list!)) {
        if (from !== null) used.add(`${from} ${there}`);
        if (all.startsWith('export') && own.has(path)) exported.push({ path, name: here });
      }
    }
    // Namespace and dynamic imports may use any name.
    for (const [, specifier] of code.matchAll(/(?:\* as \w+ from|\bimport\()\s*['"]([^'"]+)['"]/g)) {
      const from = resolveImport(path, specifier!);
      if (from !== null) whole.add(from);
    }
    if (own.has(path)) for (const [, name] of code.matchAll(EXPORTED)) exported.push({ path, name: name! });
  }
  return exported
    .filter(({ path, name }) => !whole.has(path) && !used.has(`${path} ${name}`))
    .map(({ path, name }) => `${path} exports ${name}, which no file imports`);
}
