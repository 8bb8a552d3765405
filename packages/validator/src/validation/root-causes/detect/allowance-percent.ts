import { Decimal } from '@e-invoice/schematron/decimal';
import { locationOf } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { type Equation, recompute, toCents } from '../../amounts/index.ts';
import { enclosing } from '../../ubl-elements.ts';
import { decimalsOf, grossOf, HUNDRED, isEqual, isNear, sumOf } from '../books.ts';
import type { Case, Mistake } from '../case.ts';
import { inSlovak } from '../describe-value.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { writeTrial, written } from './write-trial.ts';

/** Maximum number of allowances and charges examined. */
const MAX_ALLOWANCES = 200;

/**
 * Detects percentages of allowances and charges that do not give their amount (PEPPOL-EN16931-R040): a rounded
 * percentage, or an amount computed from another base although the stated base is right.
 */
export function detectAllowancePercents(found: Case): Mistake[] {
  if (found.root === null) return [];
  return found
    .openOf('PEPPOL-EN16931-R040')
    .slice(0, MAX_ALLOWANCES)
    .flatMap((index) => {
      const element = found.elementOf(index);
      const equation = element === null ? null : found.equationOf('PEPPOL-EN16931-R040', element);
      return equation === null ? [] : (detectRounded(found, index, equation) ?? detectAmount(found, index, equation));
    });
}

/** Highest number of decimals of a percentage. */
const MAX_DECIMALS = 6;

/** The percentage is rounded; the amount is the one that was agreed. */
function detectRounded(found: Case, index: number, { parts, result }: Equation): Mistake[] | null {
  const [base, percent] = parts.map(({ cell }) => cell);
  const amount = result.stated;
  if (base?.stated == null || percent?.stated == null || percent.node === null || amount === null) return null;
  if (base.stated.isZero() || base.node === null) return null;
  const exact = amount.multiply(HUNDRED).divide(base.stated);
  if (!isEqual(exact.round(percent.stated.scale), percent.stated)) return null;
  const more = Array.from({ length: MAX_DECIMALS }, (_, at) => at + 1)
    .filter((decimals) => decimals > percent.stated!.scale)
    .map((decimals) => exact.round(decimals))
    .find((value) => isEqual(toCents(base.stated!.multiply(value).divide(HUNDRED)), amount));
  const [percentNode, baseNode] = [percent.node, base.node];
  // A whole percentage is often only informative: without it and its base, the amount remains.
  const isWhole = decimalsOf(percent.stated) === 0;
  const state = () =>
    more === undefined ? null : toCorrection([found.editor().replaceText(percentNode, more.stripped().toString())]);
  const leaveOut = () => toCorrection([percentNode, baseNode].map((node) => found.editor().remove(node)));
  return [
    {
      id: 'percentage-rounded',
      issues: found.claim([index]),
      location: locationOf(percentNode),
      confidence: 0.9,
      values: {
        found: percent.stated.toString(),
        share: more === undefined ? { sk: 'približne', en: 'about' } : { sk: 'presne', en: 'exactly' },
        expected: (more ?? exact.round(MAX_DECIMALS)).stripped().toString(),
        amount: written(amount, result),
      },
      isOrdered: isWhole,
      corrections: isWhole ? [leaveOut, state] : [state, leaveOut],
    },
  ];
}

const PERCENT_AS_AMOUNT: Text = {
  sk: 'Ako suma je zapísané percento.',
  en: 'The percentage is written as the amount.',
};
const OF_GROSS: Text = {
  sk: 'Percento je vypočítané zo sumy s DPH.',
  en: 'The percentage was computed from the amount with VAT.',
};

/** The base is right, because it is the sum of the lines or the line before discount, so the amount is wrong. */
function detectAmount(found: Case, index: number, equation: Equation): Mistake[] {
  const { parts, result, group } = equation;
  const [base, percent] = parts.map(({ cell }) => cell.stated);
  const { stated } = result;
  if (base == null || percent == null || stated === null || !isConfirmed(found, equation, base)) return [];
  // When the totals do not count the stated amount, it has a mistake of its own.
  const line = enclosing(group, 'line');
  const isCounted =
    line === null
      ? found.openOf('BR-CO-11', 'BR-CO-12').length === 0
      : !found.openOf('PEPPOL-EN16931-R120').some((at) => {
          const element = found.elementOf(at);
          return element !== null && enclosing(element, 'line') === line;
        });
  if (!isCounted) return [];
  const { inclusive } = found.books();
  const right = toCents(base.multiply(percent).divide(HUNDRED));
  const ofGross = inclusive === null ? null : toCents(inclusive.add(stated).multiply(percent).divide(HUNDRED));
  const hint = isEqual(stated, percent)
    ? PERCENT_AS_AMOUNT
    : ofGross !== null && isNear(ofGross, stated, 5)
      ? OF_GROSS
      : null;
  // An amount of a whole percentage has the wrong percentage as likely.
  const share = base.isZero() ? null : stated.multiply(HUNDRED).divide(base).round();
  const isOfWhole = share === null || isEqual(toCents(base.multiply(share).divide(HUNDRED)), stated);
  if (hint === null && isOfWhole) return [];
  return [
    {
      id: 'allowance-amount-of-percent',
      issues: found.claim([index]),
      location: locationOf(result.node ?? group),
      confidence: 0.85,
      values: {
        found: written(stated, result),
        expected: written(right, result),
        percent: { sk: inSlovak(percent.stripped().toString()), en: percent.stripped().toString() },
        base: written(base, result),
        hint: hint ?? '',
      },
      corrections: [() => writeTrial(found, recompute(found.network(), [equation]))],
    },
  ];
}

const CENTS = new Decimal(2, 2);

/** Whether the base is the sum of all lines, of the lines of its rate, or its line before allowances. */
function isConfirmed(found: Case, { group }: Equation, base: Decimal): boolean {
  const books = found.books();
  const element = enclosing(group, 'line');
  if (element !== null) {
    const line = books.lines.find((it) => it.element === element);
    const gross = line === undefined ? null : grossOf(line);
    return gross !== null && gross.subtract(base).abs().compare(CENTS) < 0;
  }
  const key = books.allowances.find((it) => it.element === group)?.key;
  const ofRate = sumOf(books.lines.filter((line) => line.key === key).map(({ amount }) => amount));
  return isEqual(base, books.net) || isEqual(base, ofRate);
}
