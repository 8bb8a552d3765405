import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { isIban } from '../../../check-digits.ts';
import { elementAt, enclosing, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import type { CauseId } from '../cause-texts.ts';
import { toCorrection } from '../patch/to-correction.ts';

type Pair = {
  readonly id: CauseId;
  readonly rules: readonly string[];
  /** The element that contains both values. */
  readonly group: string;
  readonly names: readonly [one: string, other: string];
  /** Whether the values are in each other's place. */
  readonly isSwapped: (one: string, other: string) => boolean;
};

const POST_CODE = /^\d{3} ?\d{2}$/;

const PAIRS: readonly Pair[] = [
  {
    id: 'city-post-code-swapped',
    rules: ['SK-R-037', 'SK-R-038'],
    group: 'cac:PostalAddress',
    names: ['cbc:CityName', 'cbc:PostalZone'],
    isSwapped: (city, code) => POST_CODE.test(city) && code !== '' && !/\d/.test(code),
  },
  {
    id: 'account-name-swapped',
    rules: ['SK-R-062'],
    group: 'cac:PayeeFinancialAccount',
    names: ['cbc:ID', 'cbc:Name'],
    isSwapped: (account, name) => !isIban(account) && isIban(compact(name)),
  },
];

/** An IBAN without blanks; other values as stated. */
const compact = (value: string): string => {
  const plain = value.replaceAll(' ', '');
  return isIban(plain) ? plain : value;
};

/** Detects two values of one group in each other's place (BT-37 and BT-38, BT-52 and BT-53, BT-84 and BT-85). */
export function detectSwappedValues(found: Case): Mistake[] {
  return PAIRS.flatMap(({ id, rules, group, names, isSwapped }) => {
    const issuesOf = new Map<XmlElement, number[]>();
    for (const index of found.openOf(...rules)) {
      const element = found.elementOf(index);
      const holder = element === null ? null : enclosing(element, group);
      if (holder !== null) issuesOf.set(holder, [...(issuesOf.get(holder) ?? []), index]);
    }
    return [...issuesOf].flatMap(([holder, issues]): Mistake[] => {
      const [one, other] = names.map((name) => elementAt(holder, name));
      if (one == null || other == null) return [];
      const [was, is] = [textOf(one), textOf(other)];
      if (!isSwapped(was, is)) return [];
      const swap = (): Correction | null => {
        const edits = [found.editor().replaceText(one, compact(is)), found.editor().replaceText(other, was)];
        const correction = toCorrection(edits);
        return correction === null ? null : { ...correction, id: 'swap' };
      };
      return [
        {
          id,
          issues: found.claim(issues),
          location: locationOf(one),
          confidence: 0.95,
          values: { found: was, expected: is },
          corrections: [swap],
        },
      ];
    });
  });
}
