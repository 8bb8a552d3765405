import { ublNames } from './ubl-names.data.ts';

/**
 * A restriction of the UBL syntax in a rule pack: how often a path may occur, in the whole document or within each
 * parent.
 */
export type RestrictionFacts = {
  /** `cac:A/cbc:B`, `line/cbc:C`, `//cac:D/@e`, `//@f`. */
  readonly path: string;
  /** The elements within which occurrences are counted; null for the whole document. */
  readonly within: string | null;
  readonly least: number;
  /** Infinity if there is no limit. */
  readonly most: number;
};

/** The parsed path of a restriction. */
export type Subject = {
  /**
   * Elements from the outside in, preceded by the element within which occurrences are counted; `line` for either
   * kind of line.
   */
  readonly owners: readonly string[];
  /** The element or attribute itself, with its prefix (`cbc:UUID`, `@listID`). */
  readonly name: string;
  readonly kind: 'value' | 'part' | 'attribute';
  /** True if the path may start anywhere in the document. */
  readonly anywhere: boolean;
};

export function readSubject({ path, within }: RestrictionFacts): Subject {
  const anywhere = path.startsWith('//') || (within !== null && within !== 'line');
  const steps = [...(within === null ? [] : within.split('/')), ...path.replace(/^\/+/, '').split('/')];
  const name = steps.at(-1)!;
  const kind = name.startsWith('@') ? 'attribute' : /^(cac|ext):/.test(name) ? 'part' : 'value';
  return { owners: steps.slice(0, -1), name, kind, anywhere };
}

const labels: ReadonlyMap<string, { readonly sk: string; readonly en: string }> = new Map(
  ublNames.map(([name, sk, en]) => [name, { sk, en }]),
);

/** Meaning of an element or attribute in both languages; its own name if the table has no entry (custom pack). */
export function labelOf(name: string): { readonly sk: string; readonly en: string } {
  const local = name.replace(/^\w+:/, '');
  return labels.get(local) ?? { sk: local, en: local };
}
