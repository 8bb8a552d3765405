import { ublNames } from './ubl-names.data.ts';

/** A restriction of the UBL syntax as the rule packs write it: how often a path may occur, in the whole document or in each place. */
export type RestrictionFacts = {
  /** `cac:A/cbc:B`, `line/cbc:C`, `//cac:D/@e`, `//@f`. */
  readonly path: string;
  /** The elements inside which it is counted; null: the whole document. */
  readonly within: string | null;
  readonly least: number;
  /** Infinity where there is no limit. */
  readonly most: number;
};

/** What a restriction speaks of, taken apart. */
export type Subject = {
  /** Elements from the outside in, with the place of counting before them; `line` for either kind of line. */
  readonly owners: readonly string[];
  /** The element or attribute itself, with its prefix (`cbc:UUID`, `@listID`). */
  readonly name: string;
  readonly kind: 'value' | 'part' | 'attribute';
  /** The path may begin anywhere in the document. */
  readonly anywhere: boolean;
};

/** Takes the written path of a restriction apart. */
export function readSubject({ path, within }: RestrictionFacts): Subject {
  const anywhere = path.startsWith('//') || (within !== null && within !== 'line');
  const steps = [...(within === null ? [] : within.split('/')), ...path.replace(/^\/+/, '').split('/')];
  const name = steps.at(-1)!;
  const kind = name.startsWith('@') ? 'attribute' : /^(cac|ext):/.test(name) ? 'part' : 'value';
  return { owners: steps.slice(0, -1), name, kind, anywhere };
}

const meanings: ReadonlyMap<string, { readonly sk: string; readonly en: string }> = new Map(
  ublNames.map(([name, sk, en]) => [name, { sk, en }]),
);

/** What an element or attribute means, in both languages; its own name where the table has none (an operator's pack). */
export function meaningOf(name: string): { readonly sk: string; readonly en: string } {
  const local = name.replace(/^\w+:/, '');
  return meanings.get(local) ?? { sk: local, en: local };
}
