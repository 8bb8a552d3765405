import { importsOf, resolveImport, type SourceFile } from './import-reader.ts';

/** Package of the workspace: permitted imports between its folders. */
type Package = {
  readonly folder: string;
  readonly rooms: Readonly<Record<string, readonly string[]>>;
  /** Small self-contained modules that every folder may use. */
  readonly open: ReadonlySet<string>;
  /** Folders that may be imported only through their `index.ts`. */
  readonly closed: ReadonlySet<string>;
  readonly libraries: RegExp;
  /** Folder of the commands, which run in Node only, and its permitted imports. */
  readonly commands?: { readonly room: string; readonly libraries: RegExp };
};

/** What the entry point exports of `validation`: its declarations must not include those of everything else. */
const VALIDATION_FILES = ['validation/pack.ts', 'validation/refusals.ts'];

const PACKAGES: readonly Package[] = [
  {
    // Code that runs compiled rules (`run`, `xpath/runtime`, `xml`) must not import the compiler: it is all that a
    // page or an editor loads.
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
      catalog: ['issues', 'invoice'],
      conversion: ['issues', 'invoice', 'catalog'],
      // Arithmetic of totals and lines; reads no XML.
      rounding: [],
      validation: ['issues', 'invoice', 'catalog', 'rounding'],
      open: ['issues', 'invoice', 'conversion', 'validation'],
      'index.ts': ['issues', 'conversion', 'validation', 'open', 'rounding'],
      command: ['index.ts', 'issues'],
      // Parts of the commands that also run in browsers.
      'formats.ts': ['command'],
    },
    open: new Set([
      'own.ts',
      'archive-entries.ts',
      'canonical-json.ts',
      'check-digits.ts',
      'edit-distance.ts',
      'cooperative-yield.ts',
      'member-states.ts',
      'sha256.ts',
      // Validation needs only this table; through the index of its folder, conversion would be loaded with it.
      'invoice/unit-words.data.ts',
      ...VALIDATION_FILES,
    ]),
    closed: new Set(['issues', 'invoice', 'catalog', 'conversion', 'rounding', 'validation']),
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

/** Violations of the package's rules in a file: imports of the service, of Node, or of a higher folder. */
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
      else if (!house.libraries.test(specifier))
        faults.push(`imports ${specifier}, which its package does not declare`);
      continue;
    }
    // The index of a rule pack, as a type: the compiler then reports a rule without a text.
    if (typeOnly && /^schematron\/.+\/rules\.json$/.test(target)) continue;
    if (!target.startsWith(house.folder)) {
      faults.push(`imports a file outside its package (${target})`);
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
