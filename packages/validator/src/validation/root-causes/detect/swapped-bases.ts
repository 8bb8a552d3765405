import { locationOf } from '@e-invoice/schematron/xml';
import { elementAt } from '../../ubl-elements.ts';
import { basesOf, isEqual } from '../books.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { money } from '../describe-value.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { describeKey } from './breakdown.ts';
import { aboutRows } from './lost-parts.ts';
import { isTaxOfRow } from './split-rows.ts';

/** Detects two rows of the breakdown with each other's taxable amount (BT-116), while their tax is right. */
export function detectSwappedBases(found: Case): Mistake[] {
  if (found.root === null || found.openOf('BR-S-08').length === 0) return [];
  const books = found.books();
  const due = basesOf(books);
  const wrong = books.rows.filter(({ key, taxable }) => !isEqual(taxable, due.get(key) ?? null));
  const [one, other] = wrong;
  if (wrong.length !== 2 || one?.taxable == null || other?.taxable == null) return [];
  if (!isEqual(one.taxable, due.get(other.key) ?? null) || !isEqual(other.taxable, due.get(one.key) ?? null)) return [];
  // With the tax of the stated amounts, the rates are exchanged instead.
  if (![one, other].every((row) => isTaxOfRow({ ...row, taxable: due.get(row.key)! }))) return [];
  const amounts = [one, other].map(({ element }) => elementAt(element, 'cbc:TaxableAmount')!);
  const swap = (): Correction | null => {
    const correction = toCorrection([
      found.editor().replaceText(amounts[0]!, money(other.taxable!)),
      found.editor().replaceText(amounts[1]!, money(one.taxable!)),
    ]);
    return correction === null ? null : { ...correction, id: 'swap' };
  };
  const rows = new Set([one.element, other.element]);
  const ofRows = found.open(({ rule_id }, index) => {
    if (!['BR-CO-17', 'BR-S-09', 'SK-R-050'].includes(rule_id)) return false;
    const element = found.elementOf(index);
    return element !== null && [...rows].some((row) => element === row || element.parent === row);
  });
  const keys = [one.key, other.key];
  return [
    {
      id: 'taxable-amounts-swapped',
      issues: found.claim([...aboutRows(found, books, keys), ...ofRows]),
      location: locationOf(amounts[0]!),
      confidence: 0.95,
      values: {
        rates: {
          sk: keys.map((key) => describeKey(key, ',')).join(' a '),
          en: keys.map((key) => describeKey(key, '.')).join(' and '),
        },
      },
      corrections: [swap],
    },
  ];
}
