import { parseDecimal } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { equationOfRule } from '../../amounts/index.ts';
import { childrenOf, elementsIn, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';

/** Maximum number of values changed together. */
const MOST = 2_000;

const NUMBER = /(?:Amount|Quantity)$/;

/**
 * Detects a credit note written with minus signs. A credit note already reverses its amounts, so negative ones would
 * increase what the buyer owes (BT-115, BT-129, BT-146). All negative numbers are one mistake.
 */
export function detectCreditSigns(found: Case): Mistake[] {
  const { root } = found;
  if (root === null || root.local !== 'CreditNote' || !isWrittenNegative(root)) return [];
  const negative = negativeIn(root);
  const damaged = new Set(negative.flatMap((element) => [element, element.parent]));
  const rules = ['BR-27', 'BR-28', 'SK-R-086'];
  const own = found.open(({ rule_id }, index) => {
    if (rules.includes(rule_id)) return true;
    const element = found.elementOf(index);
    if (element === null || !equationOfRule.has(rule_id)) return false;
    const equation = found.equationOf(rule_id, element);
    return (
      damaged.has(element) || equation?.parts.some(({ cell }) => cell.node !== null && damaged.has(cell.node)) === true
    );
  });
  if (own.length === 0) return [];
  // A rounding may have either sign, so both variants are tried; the one that makes the sums agree is kept.
  const turn = (numbers: readonly XmlElement[]): Correction | null => {
    const edits = numbers.map((element) => found.editor().replaceText(element, textOf(element).slice(1).trim()));
    const correction = numbers.length > MOST ? null : toCorrection(edits);
    return correction === null ? null : { ...correction, id: 'sign' };
  };
  const withoutRounding = negative.filter(({ local }) => local !== 'PayableRoundingAmount');
  const totals = childrenOf(root, 'cac:LegalMonetaryTotal')[0];
  return [
    {
      id: 'credit-note-negative',
      issues: found.claim(own),
      location: locationOf(totals ?? root),
      confidence: 0.95,
      values: { count: String(negative.length) },
      corrections: [() => turn(negative), () => turn(withoutRounding)],
    },
  ];
}

const isNegative = (text: string | null): boolean => (parseDecimal(text ?? '')?.units ?? 0) < 0;

/** Whether the amount due is negative, or the prices, or the quantities, of all lines are. */
function isWrittenNegative(root: XmlElement): boolean {
  if (isNegative(textAt(root, 'cac:LegalMonetaryTotal/cbc:PayableAmount'))) return true;
  const lines = childrenOf(root, 'line');
  return (
    lines.length > 0 &&
    ['cac:Price/cbc:PriceAmount', 'quantity'].some((path) => lines.every((line) => isNegative(textAt(line, path))))
  );
}

/** All negative numbers. */
function negativeIn(element: XmlElement, found: XmlElement[] = []): XmlElement[] {
  const children = elementsIn(element);
  if (children.length === 0) {
    if (NUMBER.test(element.local) && isNegative(textOf(element))) found.push(element);
  }
  for (const child of children) if (found.length <= MOST) negativeIn(child, found);
  return found;
}
