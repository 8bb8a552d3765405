import { parseDecimal } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { attributeOf, childrenOf, elementAt, enclosing, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import type { CauseId } from '../cause-texts.ts';
import { toCorrection } from '../patch/to-correction.ts';

/** Rules about the VAT total in accounting currency, and about the totals that it is mistaken for. */
const RULES = ['SK-R-055', 'SK-R-056', 'BR-53', 'BR-CO-15', ...[53, 54, 55].map((end) => `PEPPOL-EN16931-R0${end}`)];

/**
 * Detects a VAT total in accounting currency (BT-6, BT-111) that is marked wrongly: BT-6 is missing, the amount has
 * the invoice currency, or the total has a breakdown, which only the other total may have.
 */
export function detectTaxCurrencyMarks(found: Case): Mistake[] {
  const { root } = found;
  if (
    root === null ||
    found.openOf('PEPPOL-EN16931-R053', 'PEPPOL-EN16931-R054', 'PEPPOL-EN16931-R055', 'SK-R-055', 'BR-53').length === 0
  )
    return [];
  const currency = textAt(root, 'cbc:DocumentCurrencyCode');
  const accounting = textAt(root, 'cbc:TaxCurrencyCode');
  const totals = childrenOf(root, 'cac:TaxTotal').flatMap((total) => {
    const amount = elementAt(total, 'cbc:TaxAmount');
    return amount === null ? [] : [{ total, amount, currency: attributeOf(amount, 'currencyID') }];
  });
  const [main, second] = [totals.find((it) => it.currency === currency), totals.find((it) => it !== totals[0])];
  if (currency === null || main === undefined || second === undefined || totals.length !== 2) return [];
  const hasRows = elementAt(second.total, 'cac:TaxSubtotal') !== null;
  if (second.currency !== currency && hasRows && second.currency === (accounting ?? second.currency)) {
    const rows = childrenOf(second.total, 'cac:TaxSubtotal');
    const remove = (): Correction | null => toCorrection(rows.map((row) => found.editor().remove(row)));
    return [toMistake(found, 'tax-currency-breakdown', second.total, { found: second.currency ?? '' }, remove)];
  }
  if (hasRows) return [];
  const sign = turnSign(found, main.amount, second.amount);
  if (sign !== null) return [sign];
  if (second.currency !== currency && second.currency !== null && accounting === null) {
    const content = second.currency;
    const insert = (): Correction | null =>
      toCorrection([found.editor().insert(root, { name: 'cbc:TaxCurrencyCode', content })]);
    return [toMistake(found, 'tax-currency-missing', second.total, { found: content }, insert)];
  }
  const attribute = second.amount.attributes.find(({ local }) => local === 'currencyID');
  if (second.currency !== currency || accounting === null || accounting === currency || attribute === undefined)
    return [];
  // Two equal amounts were not converted, so another currency code would be false.
  const [stated, other] = [parseDecimal(textOf(second.amount)), parseDecimal(textOf(main.amount))];
  const isConverted = stated !== null && other !== null && stated.compare(other) !== 0;
  const mark = (): Correction | null =>
    isConverted ? toCorrection([found.editor().replaceValue(attribute, accounting)]) : null;
  const values = { found: currency, expected: accounting, amount: textOf(second.amount) };
  return [toMistake(found, 'tax-currency-of-total', second.total, values, mark)];
}

/** The VAT in the accounting currency has the opposite sign of the VAT total (PEPPOL-EN16931-R055). */
function turnSign(found: Case, main: XmlElement, other: XmlElement): Mistake | null {
  const [right, stated] = [parseDecimal(textOf(main)), parseDecimal(textOf(other))];
  const issues = found.openOf('PEPPOL-EN16931-R055');
  if (right === null || stated === null || issues.length === 0 || right.units > 0 === stated.units > 0) return null;
  const text = textOf(other);
  const turned = text.startsWith('-') ? text.slice(1) : `-${text}`;
  return {
    id: 'tax-currency-sign',
    issues: found.claim(issues),
    location: locationOf(other),
    confidence: 0.9,
    values: { found: text, expected: textOf(main) },
    corrections: [() => withId(toCorrection([found.editor().replaceText(other, turned)]), 'sign')],
  };
}

const withId = (correction: Correction | null, id: string): Correction | null =>
  correction === null ? null : { ...correction, id };

function toMistake(
  found: Case,
  id: CauseId,
  total: XmlElement,
  values: Record<string, string>,
  correct: () => Correction | null,
): Mistake {
  const inTotal = found.open(({ rule_id }, index) => {
    const element = rule_id === 'BR-CO-14' || rule_id === 'PEPPOL-EN16931-R051' ? found.elementOf(index) : null;
    return element !== null && enclosing(element, 'cac:TaxTotal') === total;
  });
  const issues = found.claim([...found.openOf(...RULES), ...inTotal]).sort((a, b) => a - b);
  return { id, issues, location: locationOf(total), confidence: 0.9, values, corrections: [correct] };
}
