import { locationOf } from '@e-invoice/schematron/xml';
import { recompute } from '../../amounts/index.ts';
import { elementAt } from '../../ubl-elements.ts';
import { byKey, isEqual, sumOf } from '../books.ts';
import type { Case, Mistake } from '../case.ts';
import { inSlovak, money } from '../describe-value.ts';
import { writeTrial } from './write-trial.ts';

/** Detects a total with VAT (BT-112) that is the total without VAT, from which the amount due (BT-115) follows. */
export function detectTotalWithoutVat(found: Case): Mistake[] {
  const issues = found.root === null ? [] : found.openOf('BR-CO-15');
  if (issues.length === 0 || found.openOf('BR-CO-14', 'BR-CO-16').length > 0) return [];
  const { rows, vat, exclusive, inclusive, due, totals } = found.books();
  if (vat === null || vat.isZero() || exclusive === null || due === null || totals === null) return [];
  if (!isEqual(exclusive, inclusive) || !isEqual(vat, sumOf(byKey(rows, 'tax').values()))) return [];
  const network = found.network();
  const total = network.equations.filter(({ term }) => term === 'BT-112');
  return [
    {
      id: 'total-without-vat',
      issues: found.claim(issues),
      location: locationOf(elementAt(totals, 'cbc:TaxInclusiveAmount') ?? totals),
      confidence: 0.9,
      values: {
        found: money(exclusive),
        tax: { sk: inSlovak(money(vat)), en: money(vat) },
        expected: money(exclusive.add(vat)),
      },
      corrections: [() => writeTrial(found, recompute(network, total))],
    },
  ];
}
