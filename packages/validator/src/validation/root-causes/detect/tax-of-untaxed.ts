import { locationOf } from '@e-invoice/schematron/xml';
import { recompute } from '../../amounts/index.ts';
import { elementAt, textAt } from '../../ubl-elements.ts';
import type { Case, Mistake } from '../case.ts';
import { inSlovak, money } from '../describe-value.ts';
import { writeTrial } from './write-trial.ts';

/** Detects a VAT total (BT-110) above zero although no line and no row of the breakdown is taxed. */
export function detectTaxOfUntaxed(found: Case): Mistake[] {
  const issues = found.root === null ? [] : found.openOf('BR-CO-14');
  if (issues.length === 0) return [];
  const { rows, lines, vat, taxTotal } = found.books();
  const isUntaxed = (rate: { isZero(): boolean } | null): boolean => rate === null || rate.isZero();
  if (taxTotal === null || vat === null || vat.isZero() || rows.length === 0) return [];
  if (!rows.every(({ rate, tax, key }) => isUntaxed(rate) && tax?.isZero() === true && !key.startsWith('S'))) return [];
  if (!lines.every(({ rate }) => isUntaxed(rate))) return [];
  const network = found.network();
  const total = network.equations.filter(({ term }) => term === 'BT-110');
  return [
    {
      id: 'vat-total-of-untaxed',
      issues: found.claim(issues),
      location: locationOf(elementAt(taxTotal, 'cbc:TaxAmount') ?? taxTotal),
      confidence: 0.9,
      values: {
        found: { sk: inSlovak(money(vat)), en: money(vat) },
        category: textAt(rows[0]!.element, 'cac:TaxCategory/cbc:ID') ?? '',
      },
      corrections: [() => writeTrial(found, recompute(network, total))],
    },
  ];
}
