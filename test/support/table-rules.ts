import { resolveImport, type SourceFile, withoutComments } from './import-reader.ts';

/**
 * Brackets also find inherited properties: `table[word]` with the word `constructor` is a function. Objects keyed by
 * arbitrary text must therefore be Maps, or be read with `own` (`src/lib/own-property.ts`). This check reads the
 * sources as text: a name with the type `Record<string, …>`, an index signature, or an alias of these must not
 * precede brackets that contain anything but a literal.
 */

/** Exceptions: objects without a prototype, or with a check for own properties. */
const GUARDED = new Set([
  'src/lib/own-property.ts',
  'packages/validator/src/own.ts',
  'packages/schematron/src/xml/namespaces.ts',
  'packages/schematron/src/xml/tree-builder.ts',
  'src/platform/json/parser.ts',
]);

const WRAPPED = String.raw`(?:(?:Readonly|Partial|Required)<\s*)*`;
const TABLE = String.raw`(?:${WRAPPED}Record<\s*string\b|\{\s*(?:readonly )?\[\w+: string\])`;

/** Objects keyed by arbitrary text in the sources: aliases of such types, and names of fields and exported tables. */
type Tables = {
  readonly aliases: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
  readonly ofFile: ReadonlyMap<string, ReadonlySet<string>>;
};

/** `Object.fromEntries` counts as keyed by arbitrary text unless it is cast to known names. */
const MADE = /\bconst (\w+)\s*=\s*Object\.fromEntries\((?![^;]*\) as Record<(?!\s*string))/g;

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((found) => found[1]!);

function collect(files: readonly SourceFile[]): Tables {
  const codes = files.map(({ path, text }) => ({ path, code: withoutComments(text) }));
  const aliases = new Set(codes.flatMap(({ code }) => matches(code, new RegExp(`\\btype (\\w+) =\\s*${TABLE}`, 'g'))));
  const type = aliases.size === 0 ? TABLE : `(?:${TABLE}|${WRAPPED}(?:${[...aliases].join('|')})\\b)`;
  const typed = new RegExp(`([\\w#]+)\\??:\\s*${type}`, 'g');
  const fields = new Set(
    codes.flatMap(({ code }) => matches(code, new RegExp(`^ +(?:readonly )?([\\w#]+)\\??:\\s*${type}`, 'gm'))),
  );
  const ofFile = new Map(
    codes.map(({ path, code }) => [path, new Set([...matches(code, typed), ...matches(code, MADE)])]),
  );
  return { aliases, fields, ofFile };
}

/** Names of tables in a file: its own and imported ones. */
function namesIn(file: SourceFile, { ofFile }: Tables): Set<string> {
  const names = new Set(ofFile.get(file.path));
  for (const [, list, from] of withoutComments(file.text).matchAll(/import (?:type )?\{([^}]*)\} from '([^']+)'/g)) {
    const target = resolveImport(file.path, from!);
    const there = target === null ? undefined : ofFile.get(target);
    for (const name of list!.split(',').map((part) => part.trim())) if (there?.has(name)) names.add(name);
  }
  return names;
}

/** List indexes are not text. */
const PLACE = String.raw`(?:\d+|index|position|i|j)\]`;
const INDEX = new RegExp(String.raw`([\w#$]+)(?:\?\.|!)?\[(?!['"\]]|${PLACE})([^\n]{0,80})`, 'g');

/** All bracket lookups in objects keyed by arbitrary text, as readable sentences. */
export function tableFaults(files: readonly SourceFile[]): string[] {
  const tables = collect(files);
  return files
    .filter(({ path }) => !GUARDED.has(path))
    .flatMap((file) => {
      const names = namesIn(file, tables);
      return withoutComments(file.text)
        .split('\n')
        .flatMap((line, index) =>
          faultsOfLine(line, names, tables.fields).map((fault) => `${file.path}:${index + 1} ${fault}`),
        );
    });
}

function faultsOfLine(line: string, names: ReadonlySet<string>, fields: ReadonlySet<string>): string[] {
  if (line.includes('Object.hasOwn(')) return [];
  const faults: string[] = [];
  for (const found of line.matchAll(INDEX)) {
    const name = found[1]!;
    const isField = line[found.index - 1] === '.';
    if (isField ? fields.has(name) : names.has(name)) faults.push(`indexes ${name}, which is keyed by any text`);
    if (/^[^\]]*\bas keyof\b/.test(found[2]!)) faults.push(`indexes ${name} by a text cast to its key`);
  }
  if (/\bas (?:Readonly<)?Record<\s*string[^\]]*>\)\[(?!['"])/.test(line))
    faults.push('indexes a value cast to a record');
  const match = /(?:\(|= |=> |[|&] |return )[a-z][\w.]* in ([\w.$]+)(?:\)| \?|;)/.exec(line);
  if (match !== null) faults.push(`tests ${match[1]} with "in", which includes inherited properties`);
  return faults;
}
