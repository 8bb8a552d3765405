/**
 * A restriction of a syntax in a rule pack: how often a path may occur, in the whole document or within each parent.
 */
export type RestrictionFacts = {
  /** `cac:A/cbc:B`, `line/cbc:C`, `//cac:D/@e`, `//@f`. */
  readonly path: string;
  /**
   * The elements within which occurrences are counted; null for the whole document. In CII from the document element
   * (`/ram:A/ram:B`) or anywhere (`ram:A`, `ram:*Tax`), with alternatives (` | `) and exceptions (` except `).
   */
  readonly within: string | null;
  readonly least: number;
  /** Infinity if there is no limit. */
  readonly most: number;
  readonly syntax: 'ubl' | 'cii';
  /** Whether a violation makes the invoice invalid. */
  readonly isFatal: boolean;
};

/** The parsed path of a restriction. */
export type Subject = {
  /**
   * Elements from the outside in, preceded by the element within which occurrences are counted; `line` for either
   * kind of line.
   */
  readonly owners: readonly string[];
  /** The alternatives of these owners, if there are several. */
  readonly alternatives: readonly (readonly string[])[];
  /** The element or attribute itself, with its prefix (`cbc:UUID`, `@listID`). */
  readonly name: string;
  readonly kind: 'value' | 'part' | 'attribute';
  /** True if the path may start anywhere in the document. */
  readonly anywhere: boolean;
};

export function readSubject({ path, within }: Pick<RestrictionFacts, 'path' | 'within'>): Subject {
  const { places, isFromRoot } = readWithin(within);
  const anywhere = path.startsWith('//') || (within !== null && within !== 'line' && !isFromRoot);
  const steps = path.replace(/^\/+/, '').split('/');
  const name = steps.at(-1)!;
  const kind = name.startsWith('@') ? 'attribute' : /^(cac|ext):/.test(name) ? 'part' : 'value';
  const alternatives = places.map((place) => [...place, ...steps.slice(0, -1)]);
  return { owners: alternatives[0] ?? steps.slice(0, -1), alternatives, name, kind, anywhere };
}

/** The elements within which occurrences are counted, and the text of the exceptions. */
export function readWithin(within: string | null): {
  readonly places: readonly (readonly string[])[];
  readonly isFromRoot: boolean;
  readonly except: string | null;
} {
  if (within === null) return { places: [], isFromRoot: false, except: null };
  const [of = '', except = null] = within.split(' except ');
  const places = of.split(' | ').map((place) => place.replace(/^\//, '').split('/'));
  return { places, isFromRoot: of.startsWith('/'), except };
}
