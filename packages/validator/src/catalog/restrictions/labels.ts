import { CII_NAMES } from './cii-names.data.ts';
import { ciiPartNames } from './cii-names-parts.data.ts';
import { ublNames } from './ubl-names.data.ts';

type Label = { readonly sk: string; readonly en: string };

const toMap = (rows: readonly (readonly [name: string, sk: string, en: string])[]): ReadonlyMap<string, Label> =>
  new Map(rows.map(([name, sk, en]) => [name, { sk, en }]));

const ublLabels = toMap(ublNames);
const ciiLabels = toMap(CII_NAMES);
const ciiParts: ReadonlySet<string> = new Set(ciiPartNames.map(([name]) => name));

/** A name with a prefix of CII, or a pattern of names there (`ram:*TradeTax`). */
const OF_CII = /^(?:rsm|ram|udt|qdt|\*):/;

const localOf = (name: string): string => name.replace(/^[\w*]+:/, '');

/** Meaning of an element or attribute in both languages; its own name if the tables have no entry (custom pack). */
export function labelOf(name: string): Label {
  const local = localOf(name);
  const [own, other] = OF_CII.test(name) ? [ciiLabels, ublLabels] : [ublLabels, ciiLabels];
  return own.get(local) ?? other.get(local) ?? { sk: local, en: local };
}

/** Whether an element of CII contains other elements. */
export const isCiiPart = (name: string): boolean => OF_CII.test(name) && ciiParts.has(localOf(name));
