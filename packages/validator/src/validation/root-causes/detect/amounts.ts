import { Decimal } from '@e-invoice/schematron/decimal';
import { locationOf } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import {
  type Cell,
  type Conflict,
  type Diagnosis,
  type Equation,
  findConflicts,
  isVatLeftOut,
  type OperatorId,
  recompute,
} from '../../amounts/index.ts';
import { readableName } from '../../layers/ubl-structure/index.ts';
import { termName } from '../../terms/index.ts';
import { enclosing, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import type { CauseId } from '../cause-texts.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { reportLineCount } from './line-count.ts';
import { correct, writeTrial, written } from './write-trial.ts';

const CAUSES: ReadonlyMap<string, CauseId> = new Map(
  Object.entries({
    'BT-131': 'line-amount-wrong',
    'BT-129': 'quantity-wrong',
    'BT-146': 'price-wrong',
    'BT-147': 'price-wrong',
    'BT-148': 'price-wrong',
    'BT-110': 'vat-amount-wrong',
    'BT-117': 'vat-amount-wrong',
    'BT-116': 'taxable-amount-wrong',
    'BT-119': 'vat-rate-wrong',
    'BT-93': 'allowance-base-wrong',
    'BT-100': 'allowance-base-wrong',
    'BT-137': 'allowance-base-wrong',
    'BT-142': 'allowance-base-wrong',
    'BT-113': 'paid-amount-wrong',
    'BT-115': 'amount-due-wrong',
    'BT-114': 'rounding-wrong',
    'BT-94': 'allowance-percent-wrong',
    'BT-101': 'allowance-percent-wrong',
    'BT-138': 'allowance-percent-wrong',
    'BT-143': 'allowance-percent-wrong',
  }),
);

/** Causes that depend on how a number became wrong; they take precedence over those of the term. */
const BY_OPERATOR: ReadonlyMap<OperatorId, CauseId> = new Map([
  ['swap', 'amounts-swapped'],
  ['percent', 'percentage-as-fraction'],
  ['cents', 'amounts-in-cents'],
  ['without-vat', 'amount-with-vat'],
  ['state-paid', 'paid-amount-missing'],
  ['state-rounding', 'rounding-wrong'],
]);

/** Maximum number of explanations offered per mistake. */
const MAX_OFFERED = 5;

/** Finds the wrong number behind broken sums and products. */
export function detectAmounts(found: Case): Mistake[] {
  if (found.root === null) return [];
  const issuesOf = new Map<Equation, number[]>();
  for (const index of found.open(({ undetermined }) => undetermined !== true)) {
    const element = found.elementOf(index);
    const equation = element === null ? null : found.equationOf(found.issues[index]!.rule_id, element);
    if (equation === null) continue;
    const known = issuesOf.get(equation);
    if (known === undefined) issuesOf.set(equation, [index]);
    else known.push(index);
  }
  if (issuesOf.size === 0) return [];
  return findConflicts(found.network(), new Set(issuesOf.keys())).flatMap((conflict) => {
    const issues = found.claim(conflict.equations.flatMap((equation) => issuesOf.get(equation) ?? []));
    if (issues.length === 0) return [];
    const lineCount = isInCents(conflict) ? null : reportLineCount(found, conflict, issues);
    return [lineCount ?? toMistake(found, conflict, issues)];
  });
}

const isInCents = ({ diagnoses }: Conflict): boolean =>
  diagnoses.some(({ operators }) => [...operators.values()].includes('cents'));

/** Explanations whose cost exceeds the lowest by more than this are not offered. */
const LESS_LIKELY = 8;

function toMistake(found: Case, { equations, diagnoses, isCascade }: Conflict, issues: readonly number[]): Mistake {
  const likely = withoutTinyPayments(diagnoses).filter(
    ({ cost }, _, [likeliest]) => isCascade || cost <= likeliest!.cost + LESS_LIKELY,
  );
  return {
    ...describe(found, likely[0]!, isCascade),
    issues,
    confidence: isCascade ? 0.5 : likely.length > 1 ? 0.8 : equations.length > 1 ? 0.95 : 0.85,
    // An amount due that is exactly the total without VAT is wrong, not the paid amount.
    isOrdered: nameOf(found, likely[0]!, isCascade) === 'amount-due-without-vat',
    corrections: [
      ...likely.slice(0, MAX_OFFERED).map((diagnosis) => () => {
        const correction = correct(found, diagnosis);
        return correction === null ? null : { ...correction, texts: describe(found, diagnosis, isCascade) };
      }),
      () => exchangeNames(found, likely[0]!),
      // Only the accounting records show whether the line or the totals have the right sign.
      ...(isLineSign(likely[0]!) ? [() => writeTrial(found, recompute(found.network(), equations))] : []),
    ],
  };
}

/** Offers to rename two swapped totals that are also in the wrong order: their element names are exchanged. */
function exchangeNames(found: Case, diagnosis: Diagnosis): Correction | null {
  const [one, other] = [...diagnosis.trial.keys()].map(({ node }) => node);
  const isSwap = [...diagnosis.operators.values()].every((operator) => operator === 'swap');
  if (!isSwap || diagnosis.trial.size !== 2 || one == null || other == null || one.parent !== other.parent) return null;
  const isMisplaced = found.issues.some(
    ({ rule_id, location }) =>
      rule_id === 'UBL-STRUCTURE-ELEMENT-MISPLACED' && [one, other].map(locationOf).includes(location),
  );
  const [nameOfOne, nameOfOther] = [readableName(one), readableName(other)];
  const edits = [found.editor().rename(one, nameOfOther), found.editor().rename(other, nameOfOne)];
  const correction = isMisplaced ? toCorrection(edits) : null;
  return correction === null ? null : { ...correction, id: 'swap', texts: describe(found, diagnosis, false) };
}

/** A missing prepayment of up to five cents is implausible: it is rounding, or a mistake in the amount due. */
function withoutTinyPayments(diagnoses: readonly Diagnosis[]): readonly Diagnosis[] {
  const others = diagnoses.filter(
    ({ trial, operators }) =>
      ![...trial].some(([cell, right]) => operators.get(cell) === 'state-paid' && right.abs().compare(TINY) <= 0),
  );
  return others.length === 0 ? diagnoses : others;
}

const TINY = new Decimal(5, 2);

function describe(found: Case, diagnosis: Diagnosis, isCascade: boolean): Pick<Mistake, 'id' | 'location' | 'values'> {
  const { trial } = diagnosis;
  const [cell, right] = [...trial][0]!;
  const [, other] = [...trial.keys()];
  return {
    id: nameOf(found, diagnosis, isCascade),
    location: locationOf(cell.node ?? cell.parent),
    values: {
      name: termName(cell.term),
      ...(other !== undefined && { other: termName(other.term) }),
      term: cell.term,
      found: cell.node === null ? '0.00' : textOf(cell.node),
      expected: written(right, cell),
      ...placesOf(diagnosis),
      ...(cell.stated !== null && cell.stated.compare(right) > 0 && { hint: BEFORE_DISCOUNT }),
      ...(diagnosis.operators.get(cell) === 'state-rounding' && dueWithout(found, right)),
    },
  };
}

/** A common reason for a price that is too high. */
const BEFORE_DISCOUNT: Text = {
  sk: 'Často sa namiesto ceny po zľave uvedie cena pred zľavou.',
  en: 'Often the price before the discount is stated instead of the net price.',
};

/** The number of places with the same mistake; empty for a single one, or for different numbers. */
function placesOf({ trial, operators }: Diagnosis): { places?: string } {
  const cells = [...trial.keys()];
  if ([...operators.values()].includes('cents')) return { places: String(cells.length) };
  const lines = cells.filter(({ term }) => term === 'BT-131');
  const count = cells.every(({ term }) => term === cells[0]!.term) ? cells.length : lines.length;
  return count < 2 ? {} : { places: String(count) };
}

/** The stated amount due, and the amount due without the missing rounding. */
function dueWithout(found: Case, rounding: Decimal): { found?: string; expected?: string } {
  const due = found.network().equations.find(({ term }) => term === 'BT-115')?.result;
  if (due?.stated == null) return {};
  return { found: written(due.stated, due), expected: written(due.stated.subtract(rounding), due) };
}

function nameOf(found: Case, { trial, operators }: Diagnosis, isCascade: boolean): CauseId {
  const [[cell, right] = []] = trial;
  if (cell === undefined || right === undefined) return 'amounts-inconsistent';
  const kinds = new Set(operators.values());
  const [kind] = kinds;
  const byOperator = kinds.size === 1 && kind !== undefined ? BY_OPERATOR.get(kind) : undefined;
  if (byOperator !== undefined) return byOperator;
  if (operators.get(cell) === 'without-vat') return 'amount-with-vat';
  // The text about a missing rounding does not apply to a stated one.
  if (cell.term === 'BT-114' && cell.node !== null) return 'rounding-amount-wrong';
  if (isLineSign({ trial, operators })) return 'line-sign-wrong';
  const isOneTerm = [...trial.keys()].every(({ term }) => term === cell.term);
  if (trial.size > 1 && (isCascade || !isOneTerm)) return 'amounts-inconsistent';
  if (cell.term === 'BT-115' && isVatLeftOut(cell, right.subtract(cell.stated ?? right)))
    return 'amount-due-without-vat';
  if (cell.term === 'BT-115' && isPaidLeft(found, cell, right)) return 'prepaid-not-subtracted';
  return CAUSES.get(cell.term) ?? (/^BT-(92|99|136|141)$/.test(cell.term) ? 'allowance-amount-wrong' : 'total-wrong');
}

/** Whether amount, quantity and price of one line differ only in sign. */
function isLineSign({ trial, operators }: Pick<Diagnosis, 'trial' | 'operators'>): boolean {
  if ([...operators.values()].some((operator) => operator !== 'sign')) return false;
  const lines = new Set([...trial.keys()].map(({ parent }) => enclosing(parent, 'line')));
  return trial.size > 1 && lines.size === 1 && !lines.has(null);
}

/** Whether the prepaid amount is stated, but not subtracted from the amount due. */
function isPaidLeft(found: Case, due: Cell, right: Decimal): boolean {
  const paid = found.network().equations.find(({ term }) => term === 'BT-115')?.parts[1]?.cell.stated;
  if (paid == null || paid.isZero() || due.stated === null) return false;
  // A lower amount due means that the prepayment was subtracted twice.
  return due.stated.subtract(right).compare(paid) === 0;
}
