import { importsOf, resolveImport, type SourceFile } from './import-reader.ts';

/** A package of the workspace: which of its rooms may import which others. */
type Package = {
  readonly folder: string;
  readonly rooms: Readonly<Record<string, readonly string[]>>;
  /** Small exact things that every room may use. */
  readonly open: ReadonlySet<string>;
  /** Rooms that are entered by their `index.ts`. */
  readonly closed: ReadonlySet<string>;
  readonly libraries: RegExp;
  /** The room of the commands, which run in Node alone, and what they may import of it and of others. */
  readonly commands?: { readonly room: string; readonly libraries: RegExp };
};

/** What the entry point tells of `validation`: its declarations must not bring those of all the rest. */
const TOLD = ['validation/pack.ts', 'validation/refusals.ts'];

const PACKAGES: readonly Package[] = [
  {
    // What runs compiled rules (`run`, `xpath/runtime`, `xml`) imports nothing that compiles them: it is all that a
    // page or an editor has to load.
    folder: 'packages/schematron/src/',
    rooms: {
      xml: [],
      'xpath/runtime': ['xml'],
      'xpath/compile': ['xml', 'xpath/runtime'],
      schematron: ['xml'],
      run: ['xml', 'xpath/runtime'],
      compile: ['xml', 'xpath/compile', 'xpath/runtime', 'schematron', 'run'],
      explain: ['xml', 'xpath/runtime', 'run'],
      'index.ts': ['xml', 'run'],
      'svrl.ts': ['run'],
      'explain.ts': ['explain'],
      'contexts.ts': ['run'],
      'source.ts': ['schematron', 'run'],
      'compile.ts': ['compile', 'schematron', 'run'],
    },
    open: new Set([
      'own.ts',
      'decimal.ts',
      'javascript.ts',
      'run/rule-index-entry.ts',
      'xpath/item-types.ts',
      'xpath/watched-site.ts',
    ]),
    closed: new Set(['xml']),
    libraries: /^(saxes|fontoxpath)$/,
  },
  {
    folder: 'packages/validator/src/',
    rooms: {
      issues: [],
      invoice: [],
      catalog: ['issues'],
      validation: ['issues', 'invoice', 'catalog'],
      open: ['issues', 'validation'],
      'index.ts': ['issues', 'validation', 'open'],
      command: ['index.ts', 'issues'],
      // What of the commands runs in browsers, too.
      'formats.ts': ['command'],
    },
    open: new Set([
      'own.ts',
      'archive-entries.ts',
      'canonical-json.ts',
      'check-digits.ts',
      'edit-distance.ts',
      'cooperative-yield.ts',
      'sha256.ts',
      ...TOLD,
    ]),
    closed: new Set(['issues', 'invoice', 'catalog', 'validation']),
    libraries: /^@e-invoice\/schematron(\/(xml|decimal|explain|contexts))?$/,
    commands: {
      room: 'command',
      libraries: /^(yauzl|node:(crypto|fs|fs\/promises|os|path|url|util|worker_threads|zlib))$/,
    },
  },
];

const roomOf = ({ rooms }: Package, path: string): string =>
  Object.keys(rooms).find((room) => path === room || path.startsWith(`${room}/`)) ?? path;

/** Whether the file belongs to a package of the workspace. */
export const isPackaged = ({ path }: SourceFile): boolean => path.startsWith('packages/');

/** The rules of a package that a file of it breaks: it knows nothing of the service, of Node, or of a higher room. */
export function packageFaults({ path, text }: SourceFile): string[] {
  const house = PACKAGES.find(({ folder }) => path.startsWith(folder));
  if (house === undefined) return ['belongs to no package'];
  const faults: string[] = [];
  const from = roomOf(house, path.slice(house.folder.length));
  for (const { specifier, typeOnly } of importsOf(text)) {
    const target = resolveImport(path, specifier);
    if (target === null) {
      if (from === house.commands?.room && house.commands.libraries.test(specifier)) continue;
      if (specifier.startsWith('node:')) faults.push(`imports ${specifier} into a package that runs in browsers`);
      else if (!house.libraries.test(specifier)) faults.push(`imports ${specifier}, which its package does not know`);
      continue;
    }
    // The index of a rule pack, as a type: the compiler then names the rule that lacks a text.
    if (typeOnly && /^schematron\/.+\/rules\.json$/.test(target)) continue;
    if (!target.startsWith(house.folder)) {
      faults.push(`imports what is outside its package (${target})`);
      continue;
    }
    const inside = target.slice(house.folder.length);
    const to = roomOf(house, inside);
    if (to === from || house.open.has(inside)) continue;
    if (!house.rooms[from]?.includes(to)) faults.push(`imports ${to} (${inside})`);
    if (house.closed.has(to) && inside !== `${to}/index.ts`) faults.push(`enters ${to} past its index.ts (${inside})`);
  }
  return faults;
}
