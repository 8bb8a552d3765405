import { parseDecimal } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { type Equation, keyOf } from '../../amounts/index.ts';
import { childrenOf, enclosing, textAt } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';

/** So many allowances are looked at; beyond, nobody marks them by hand. */
const MOST = 200;

/** Allowances marked as charges and the reverse: turned round, the sums they enter agree (BT-92, BT-99, BT-136, BT-141). */
export function detectDirection(found: Case): Mistake[] {
  if (found.root === null) return [];
  const groups = [...ofDocument(found), ...ofLines(found)];
  return groups.flatMap((group) => {
    const [indicator] = childrenOf(group, 'cbc:ChargeIndicator');
    // Nothing is marked wrongly where there is no mark: the structure says that it is missing.
    if (indicator === undefined) return [];
    const isCharge = ['true', '1'].includes(textAt(group, 'cbc:ChargeIndicator') ?? '');
    const turn = (): Correction | null =>
      toCorrection([found.editor().replaceText(indicator, isCharge ? 'false' : 'true')]);
    return {
      id: 'allowance-direction',
      issues: found.claim(followingIssues(found, group)),
      location: locationOf(indicator),
      confidence: 0.9,
      values: { found: textAt(group, 'cbc:Amount') ?? '' },
      corrections: [turn],
    };
  });
}

/** Both sums are off by the same amount in opposite directions, and an allowance or charge has that amount. */
function ofDocument(found: Case): XmlElement[] {
  if (found.openOf('BR-CO-11').length === 0 || found.openOf('BR-CO-12').length === 0) return [];
  const off = (term: string) => {
    const equation = found.network().equations.find((it) => it.term === term);
    const computed = equation?.parts.reduce((sum, { cell }) => sum.add(cell.stated ?? ZERO), ZERO) ?? ZERO;
    return (equation?.result.stated ?? ZERO).subtract(computed);
  };
  const allowances = off('BT-107');
  if (allowances.isZero() || !allowances.add(off('BT-108')).isZero()) return [];
  // Allowances state more than there is: one of them is marked as a charge.
  const marked = allowances.units > 0 ? ['true', '1'] : ['false', '0'];
  return childrenOf(found.root!, 'cac:AllowanceCharge')
    .slice(0, MOST)
    .filter((group) => marked.includes(textAt(group, 'cbc:ChargeIndicator') ?? ''))
    .filter((group) => parseDecimal(textAt(group, 'cbc:Amount') ?? '')?.compare(allowances.abs()) === 0)
    .slice(0, 1);
}

const ZERO = parseDecimal('0')!;

/** A line is off by twice an amount of its own. */
function ofLines(found: Case): XmlElement[] {
  const broken = found.openOf('PEPPOL-EN16931-R120').slice(0, MOST);
  return broken.flatMap((index) => {
    const element = found.elementOf(index);
    const equation = element === null ? null : found.equationOf('PEPPOL-EN16931-R120', element);
    return equation === null ? [] : turnedIn(equation);
  });
}

function turnedIn({ parts, result, group }: Equation): XmlElement[] {
  const [quantity, price, base] = parts.map(({ cell }) => cell.stated);
  if (quantity == null || price == null || result.stated === null || base?.isZero() === true) return [];
  let computed = quantity.multiply(price);
  if (base != null) computed = computed.divide(base);
  for (const { cell, operation } of parts.slice(3)) {
    computed = operation === 'add' ? computed.add(cell.stated ?? ZERO) : computed.subtract(cell.stated ?? ZERO);
  }
  const off = result.stated.subtract(computed);
  const turned = parts.slice(3).find(({ cell, operation }) => {
    // A negative amount has a wrong sign, not a wrong mark.
    if (cell.stated === null || cell.stated.units < 0) return false;
    const twice = cell.stated.add(cell.stated);
    return off.compare(operation === 'add' ? twice.negate() : twice) === 0 && !twice.isZero();
  });
  return turned === undefined || group === turned.cell.parent ? [] : [turned.cell.parent];
}

/** What the wrong mark breaks: the sums the amount enters, and the reason code that is looked for in the other list. */
function followingIssues(found: Case, group: XmlElement): number[] {
  const line = enclosing(group, 'line');
  const key = keyOf(group, 'cac:TaxCategory');
  return found.open(({ rule_id }, index) => {
    const element = found.elementOf(index);
    if (element === null) return false;
    if (enclosing(element, 'cac:AllowanceCharge') === group) return true;
    const equation = found.equationOf(rule_id, element);
    if (equation === null) return false;
    if (line !== null) return equation.group === line;
    return (
      /^BT-10[78]$/.test(equation.term) ||
      (equation.term === 'BT-116' && keyOf(equation.group, 'cac:TaxCategory') === key)
    );
  });
}
