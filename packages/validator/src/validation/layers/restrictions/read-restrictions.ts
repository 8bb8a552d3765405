import type { Level } from '../../../issues/index.ts';

/**
 * The element names that a path step matches, as `{namespace}local`. `{namespace}*ID` matches all local names with
 * that end, `{*}*ID` in any namespace.
 */
export type Step = readonly string[];

/** Child steps, the last one optionally an attribute; `anywhere`: from any element instead of from the scope. */
export type Path = { readonly anywhere: boolean; readonly steps: readonly Step[]; readonly attribute: string | null };

/** Elements within which occurrences are counted: child steps from any element, or from the document element. */
export type Place = { readonly anywhere: boolean; readonly steps: readonly Step[] };

/** The elements at any place of `of` and at no place of `except`. */
export type Scope = { readonly of: readonly Place[]; readonly except: readonly Place[] };

/** `most` is Infinity when there is no limit. */
export type Occurs = { readonly least: number; readonly most: number };

export type Restriction = {
  readonly ruleId: string;
  readonly level: Level;
  readonly occurs: Occurs;
  /** The elements within which occurrences are counted separately; null is the whole document. */
  readonly within: Scope | null;
  readonly path: Path;
  /** The path as written in the table, and the scope (null: the whole document), for display. */
  readonly written: string;
  readonly writtenWithin: string | null;
};

const HEADER = 'rule_id\tlevel\toccurs\twithin\tpath';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

const CII = 'urn:un:unece:uncefact:data:standard';

const NAMESPACES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cac: `${UBL}CommonAggregateComponents-2`,
    cbc: `${UBL}CommonBasicComponents-2`,
    ext: `${UBL}CommonExtensionComponents-2`,
    rsm: `${CII}:CrossIndustryInvoice:100`,
    ram: `${CII}:ReusableAggregateBusinessInformationEntity:100`,
    qdt: `${CII}:QualifiedDataType:100`,
    udt: `${CII}:UnqualifiedDataType:100`,
    '*': '*',
  }),
);

/** `line` matches invoice and credit note lines. */
const LINE: Step = [`{${NAMESPACES.get('cac')}}InvoiceLine`, `{${NAMESPACES.get('cac')}}CreditNoteLine`];

/**
 * Reads a table of restrictions: tab-separated columns `rule_id`, `level`, `occurs` (`0`, `1`, `0..1`, `1..*`; `0..*`
 * is never violated), `within` and `path` (`cac:A/cbc:B`, `line/cbc:C`, `//cac:D/@e`, `//@f`; `@g` of the scope).
 *
 * `within` is `/` for the whole document, or the elements within which occurrences are counted: anywhere (`ram:A`,
 * `ram:*ID`) or from the document element (`/ram:A/ram:B`), alternatives separated by ` | `, exceptions after
 * ` except `.
 *
 * @throws Error that names the line, when a row is invalid or a rule id is repeated
 */
export function readRestrictions(text: string): Restriction[] {
  const [header, ...lines] = text.replace(/\r?\n$/, '').split(/\r?\n/);
  if (header !== HEADER) throw new Error(`the table must begin with the columns ${HEADER.split('\t').join(', ')}`);
  const seen = new Set<string>();
  return lines.map((line, index) => {
    try {
      const restriction = readRow(line);
      if (seen.has(restriction.ruleId)) throw new Error(`${restriction.ruleId} comes twice`);
      seen.add(restriction.ruleId);
      return restriction;
    } catch (error) {
      throw new Error(`line ${index + 2}: ${(error as Error).message}`, { cause: error });
    }
  });
}

function readRow(line: string): Restriction {
  const cells = line.split('\t');
  const [ruleId, level, occurs, within, path] = cells;
  if (!ruleId || !occurs || !within || !path || cells.length !== 5) throw new Error('a row has five cells');
  if (level !== 'fatal' && level !== 'warning' && level !== 'info') throw new Error(`"${level}" is no level`);
  return {
    ruleId,
    level,
    occurs: readOccurs(occurs),
    within: within === '/' ? null : readScope(within),
    path: readPath(path),
    written: path,
    writtenWithin: within === '/' ? null : within,
  };
}

function readScope(text: string): Scope {
  const [of = '', except, ...more] = text.split(' except ');
  if (more.length > 0) throw new Error(`"${text}" has exceptions of exceptions`);
  return { of: readPlaces(of), except: except === undefined ? [] : readPlaces(except) };
}

const readPlaces = (text: string): Place[] =>
  text.split(' | ').map((place) => {
    const anywhere = !place.startsWith('/');
    return {
      anywhere,
      steps: place
        .slice(anywhere ? 0 : 1)
        .split('/')
        .map(readStep),
    };
  });

function readOccurs(text: string): Occurs {
  const found = /^(\d+)(?:\.\.(\d+|\*))?$/.exec(text);
  if (found === null) throw new Error(`"${text}" is no number of occurrences`);
  const least = Number(found[1]);
  const most = found[2] === undefined ? least : found[2] === '*' ? Number.POSITIVE_INFINITY : Number(found[2]);
  if (most < least) throw new Error(`"${text}" ends before it begins`);
  return { least, most };
}

function readPath(text: string): Path {
  const anywhere = text.startsWith('//');
  const parts = text.slice(anywhere ? 2 : 0).split('/');
  const last = parts.at(-1) ?? '';
  const attribute = /^@([A-Za-z]\w*)$/.exec(last)?.[1] ?? null;
  if (attribute !== null) parts.pop();
  return { anywhere, steps: parts.map(readStep), attribute };
}

function readStep(text: string): Step {
  if (text === 'line') return LINE;
  const found = /^([a-z]+|\*(?=:\*)):(\*?[A-Z]\w*)$/.exec(text);
  const uri = found === null ? undefined : NAMESPACES.get(found[1]!);
  if (found === null || uri === undefined) throw new Error(`"${text}" is no element name`);
  return [`{${uri}}${found[2]}`];
}
