import { importsOf, resolveImport, type SourceFile } from './import-reader.ts';

const SCHEMATRON = 'packages/schematron/src/';

/**
 * What the rooms of `packages/schematron` may import of one another. What runs compiled rules (`run`, `xpath/runtime`,
 * `xml`) imports nothing that compiles them: it is all that a page or an editor has to load.
 */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  xml: [],
  'xpath/runtime': ['xml'],
  'xpath/compile': ['xml', 'xpath/runtime'],
  schematron: ['xml'],
  run: ['xml', 'xpath/runtime'],
  compile: ['xml', 'xpath/compile', 'xpath/runtime', 'schematron', 'run'],
  'index.ts': ['xml', 'run'],
  'svrl.ts': ['run'],
  'compile.ts': ['compile', 'schematron', 'run'],
};

/** Small exact things that every room may use. */
const OPEN = new Set(['own.ts', 'decimal.ts', 'xpath/item-types.ts']);

const roomOf = (path: string): string =>
  Object.keys(ROOMS).find((room) => path === room || path.startsWith(`${room}/`)) ?? path;

/** Whether the file belongs to a package of the workspace. */
export const isPackaged = ({ path }: SourceFile): boolean => path.startsWith('packages/');

/** The rules of a package that a file of it breaks: it knows nothing of the service, of Node, or of a higher room. */
export function packageFaults({ path, text }: SourceFile): string[] {
  const faults: string[] = [];
  const from = roomOf(path.slice(SCHEMATRON.length));
  for (const { specifier } of importsOf(text)) {
    const target = resolveImport(path, specifier);
    if (target === null) {
      if (specifier.startsWith('node:')) faults.push(`imports ${specifier} into a package that runs in browsers`);
      continue;
    }
    if (!target.startsWith(SCHEMATRON)) {
      faults.push(`imports what is outside its package (${target})`);
      continue;
    }
    const inside = target.slice(SCHEMATRON.length);
    const to = roomOf(inside);
    if (to === from || OPEN.has(inside)) continue;
    if (!ROOMS[from]?.includes(to)) faults.push(`imports ${to} (${inside})`);
    if (to === 'xml' && inside !== 'xml/index.ts') faults.push(`enters xml past its index.ts (${inside})`);
  }
  return faults;
}
