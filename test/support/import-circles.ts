import { importsOf, resolveImport, type SourceFile } from './import-reader.ts';

/** Groups of files with circular imports, including type imports; each group sorted by path. */
export function importCircles(sources: readonly SourceFile[]): string[][] {
  const paths = new Set(sources.map(({ path }) => path));
  const imports = new Map(
    sources.map(({ path, text }) => [
      path,
      importsOf(text)
        .flatMap(({ specifier }) => resolveImport(path, specifier) ?? [])
        .filter((to) => paths.has(to)),
    ]),
  );
  // Tarjan's strongly connected components.
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (path: string): void => {
    numbers.set(path, numbers.size);
    lowest.set(path, numbers.get(path)!);
    open.push(path);
    for (const next of imports.get(path)!) {
      if (!numbers.has(next)) visit(next);
      if (open.includes(next)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(next)!));
    }
    if (lowest.get(path) !== numbers.get(path)) return;
    const group = open.splice(open.indexOf(path));
    if (group.length > 1) circles.push(group.sort());
  };
  for (const { path } of sources) if (!numbers.has(path)) visit(path);
  return circles;
}
