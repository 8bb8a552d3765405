import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { attributeOf, childrenOf, elementAt, enclosing, textAt } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { textContentOf } from './describe-element.ts';

/**
 * Detects several VAT totals in the invoice currency (BT-110, BG-23): every rule counts them twice, so no single sum
 * is wrong. If the invoice has an accounting currency, a total without breakdown is BT-111 and not counted.
 */
export function detectTaxTotals(found: Case): Mistake[] {
  const { root } = found;
  if (root === null || found.openOf('PEPPOL-EN16931-R053', 'PEPPOL-EN16931-R054', 'BR-CO-15').length === 0) return [];
  const currency = textAt(root, 'cbc:DocumentCurrencyCode');
  const isBareCounted = elementAt(root, 'cbc:TaxCurrencyCode') === null;
  const inCurrency = childrenOf(root, 'cac:TaxTotal').filter((total) => {
    const amount = elementAt(total, 'cbc:TaxAmount');
    return amount !== null && currencyOf(amount) === currency;
  });
  const first = inCurrency.find(hasBreakdown);
  const totals = inCurrency.filter((total) => hasBreakdown(total) || isBareCounted);
  const others = totals.filter((total) => total !== first);
  if (first === undefined || others.length === 0) return [];
  const isSame = others.every((other) =>
    hasBreakdown(other)
      ? textContentOf(other) === textContentOf(first)
      : textAt(other, 'cbc:TaxAmount') === textAt(first, 'cbc:TaxAmount'),
  );
  const remove = (): Correction | null => toCorrection(others.map((other) => found.editor().remove(other)));
  const counted = ['PEPPOL-EN16931-R053', 'PEPPOL-EN16931-R054', 'BR-CO-14', 'BR-CO-15', 'BR-CO-16', 'SK-R-056'];
  const repeated = new Set(totals);
  const own = found.openOf(...counted);
  const inOthers = found.open((_, index) => {
    const element = found.elementOf(index);
    const total = element === null ? null : enclosing(element, 'cac:TaxTotal');
    return total !== null && repeated.has(total);
  });
  return [
    {
      id: others.some(hasBreakdown) ? 'tax-total-repeated' : 'tax-total-twice',
      issues: found.claim(new Set([...own, ...(isSame ? inOthers : [])])),
      location: locationOf(others[0]!),
      confidence: 0.95,
      values: { count: String(totals.length) },
      // If the totals differ, only the issuer knows which one is right.
      corrections: isSame ? [remove] : [],
    },
  ];
}

const hasBreakdown = (total: XmlElement): boolean => elementAt(total, 'cac:TaxSubtotal') !== null;

const currencyOf = (amount: XmlElement): string | null => attributeOf(amount, 'currencyID')?.trim() ?? null;
