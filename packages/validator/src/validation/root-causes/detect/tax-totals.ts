import { parseDecimal } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { keyOf } from '../../amounts/index.ts';
import { readableName } from '../../layers/structure/index.ts';
import { attributeOf, childrenOf, elementAt, elementsIn, enclosing, textAt, textOf } from '../../ubl-elements.ts';
import { sumOf } from '../books.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { money } from '../describe-value.ts';
import type { Fragment } from '../patch/fragment.ts';
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
  const isJoined = others.every(hasBreakdown) && isOnePerRate(totals);
  const join = (): Correction | null => joinTotals(found, first, others);
  const remove = (): Correction | null => toCorrection(others.map((other) => found.editor().remove(other)));
  const counted = [
    'PEPPOL-EN16931-R053',
    'PEPPOL-EN16931-R054',
    'BR-CO-14',
    'BR-CO-15',
    'BR-CO-16',
    'SK-R-056',
    'SK-R-048',
  ];
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
      issues: found.claim(new Set([...own, ...(isSame || isJoined ? inOthers : [])])),
      location: locationOf(others[0]!),
      confidence: 0.95,
      values: { count: String(totals.length) },
      // If totals of the same rate differ, only the issuer knows which one is right.
      corrections: isSame ? [remove] : isJoined ? [join] : [],
    },
  ];
}

/** Whether each rate is in one of the totals only: the export writes a total for each rate. */
function isOnePerRate(totals: readonly XmlElement[]): boolean {
  const keys = totals
    .flatMap((total) => childrenOf(total, 'cac:TaxSubtotal'))
    .map((row) => keyOf(row, 'cac:TaxCategory'));
  return new Set(keys).size === keys.length;
}

/** Moves the rows of the other totals to the first, whose amount becomes the sum of all. */
function joinTotals(found: Case, first: XmlElement, others: readonly XmlElement[]): Correction | null {
  const amount = elementAt(first, 'cbc:TaxAmount');
  const amounts = [first, ...others].map((total) => parseDecimal(textAt(total, 'cbc:TaxAmount') ?? ''));
  if (amount === null || amounts.includes(null)) return null;
  const rows = others.flatMap((total) => childrenOf(total, 'cac:TaxSubtotal'));
  return toCorrection([
    found.editor().replaceText(amount, money(sumOf(amounts))),
    ...rows.map((row) => found.editor().insert(first, copyOf(row))),
    ...others.map((total) => found.editor().remove(total)),
  ]);
}

/** A copy of the element, to insert into another parent. */
const copyOf = (element: XmlElement): Fragment => {
  const children = elementsIn(element);
  return {
    name: readableName(element),
    attributes: Object.fromEntries(element.attributes.map(({ local, value }) => [local, value])),
    content: children.length === 0 ? textOf(element) : children.map(copyOf),
  };
};

const hasBreakdown = (total: XmlElement): boolean => elementAt(total, 'cac:TaxSubtotal') !== null;

const currencyOf = (amount: XmlElement): string | null => attributeOf(amount, 'currencyID')?.trim() ?? null;
