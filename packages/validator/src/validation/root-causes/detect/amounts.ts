import { Decimal, parseDecimal } from '@e-invoice/schematron/decimal';
import { locationOf } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import {
  agrees,
  type Cell,
  type Conflict,
  compute,
  type Diagnosis,
  type Equation,
  findConflicts,
  isVatLeftOut,
  NO_TRIAL,
  type OperatorId,
  recompute,
  type Trial,
  toCents,
} from '../../amounts/index.ts';
import { readableName } from '../../layers/structure/index.ts';
import { termName } from '../../terms/index.ts';
import { enclosing, isCharge, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import type { CauseId } from '../cause-texts.ts';
import { inSlovak } from '../describe-value.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { reportLineCount } from './line-count.ts';
import { reportLostLines } from './lost-parts.ts';
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
    const own = conflict.equations.flatMap((equation) => issuesOf.get(equation) ?? []);
    const lost = isTraceless(conflict) ? reportLostLines(found, () => found.claim(own)) : [];
    if (lost.length > 0) return lost;
    const issues = found.claim(own);
    if (issues.length === 0) return [];
    const lineCount = isInCents(conflict) ? null : reportLineCount(found, conflict, issues);
    return [lineCount ?? toMistake(found, conflict, issues)];
  });
}

/** Operators without a recognisable typing error. */
const TRACELESS = ['compute', 'solve', 'state'];

const isTraceless = ({ diagnoses: [likeliest] }: Conflict): boolean =>
  likeliest !== undefined && [...likeliest.operators.values()].every((operator) => TRACELESS.includes(operator));

const isInCents = ({ diagnoses }: Conflict): boolean =>
  diagnoses.some(({ operators }) => [...operators.values()].includes('cents'));

/** Explanations whose cost exceeds the lowest by more than this are not offered. */
const LESS_LIKELY = 8;

function toMistake(found: Case, conflict: Conflict, issues: readonly number[]): Mistake {
  const { equations } = conflict;
  const honest = conflict.diagnoses.filter((diagnosis) => !isBent(found, diagnosis));
  const isCascade = conflict.isCascade || honest.length === 0;
  const diagnoses = honest.length > 0 ? honest : [recomputation(found, equations) ?? conflict.diagnoses[0]!];
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
      () => stateExactLines(found, equations),
      () => exchangeNames(found, likely[0]!),
      // Cents between lines and totals are rounding: the amount due stays.
      () => stateRounding(found, equations),
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

function recomputation(found: Case, equations: readonly Equation[]): Diagnosis | null {
  const trial = recompute(found.network(), equations);
  return trial.size === 0 ? null : { trial, operators: new Map(), cost: Number.POSITIVE_INFINITY };
}

/** Whether quantity or price of a consistent line would change without a trace of a mistake. */
const isBent = (found: Case, { trial, operators }: Diagnosis): boolean =>
  [...trial.keys()].some((cell) => {
    if (!/^BT-(?:129|146)$/.test(cell.term) || !TRACELESS.includes(operators.get(cell) ?? '')) return false;
    const own = found
      .network()
      .uses.get(cell)
      ?.find(({ term }) => term === 'BT-131');
    return own !== undefined && trial.has(own.result) && agrees(own, NO_TRIAL, true) === true;
  });

/** Computes the totals and states the cents up to the amount due as rounding (BT-114); null for other differences. */
function stateRounding(found: Case, equations: readonly Equation[], known: Trial = NO_TRIAL): Correction | null {
  const network = found.network();
  const due = network.equations.find(({ term }) => term === 'BT-115');
  const rounding = due?.parts.find(({ cell }) => cell.term === 'BT-114')?.cell;
  const trial = new Map(recompute(network, equations, known));
  const right = due === undefined ? undefined : trial.get(due.result);
  if (due?.result.stated == null || right === undefined || rounding === undefined || rounding.stated !== null)
    return null;
  const off = due.result.stated.subtract(right);
  const isOfTotals = [...trial.keys()].every((cell) => known.has(cell) || /^BT-(?:106|109|112|115)$/.test(cell.term));
  if (!isOfTotals || off.isZero() || off.abs().compare(TINY) > 0) return null;
  trial.delete(due.result);
  trial.set(rounding, off);
  return writeTrial(found, trial);
}

/**
 * States the exact amounts of lines (BT-131) that are off by a cent or two, if the breakdown agrees with those; the
 * amount due stays. Null when the breakdown does not agree.
 */
function stateExactLines(found: Case, equations: readonly Equation[]): Correction | null {
  const bases = equations.filter(({ term }) => term === 'BT-116');
  const cells = new Set(bases.flatMap(({ parts }) => parts.map(({ cell }) => cell)));
  const exact = new Map<Cell, Decimal>();
  for (const line of found.network().equations) {
    if (line.term !== 'BT-131' || !cells.has(line.result) || agrees(line, NO_TRIAL, true) !== false) continue;
    const computed = compute(line, NO_TRIAL);
    if (agrees(line, NO_TRIAL, false) === true && computed !== null) exact.set(line.result, toCents(computed));
  }
  if (exact.size === 0 || !bases.every((base) => agrees(base, exact, true) === true)) return null;
  const correction = stateRounding(found, equations, exact);
  const texts = describe(found, { trial: exact, operators: new Map(), cost: 0 }, false);
  return correction === null ? null : { ...correction, texts };
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
  const roots = rootsOf(found, trial);
  const id = nameOf(found, diagnosis, isCascade);
  if (id === 'amounts-inconsistent' && roots.length > 0 && roots.length <= MAX_ROOTS)
    return describeRoots(roots, trial);
  const [cell, right] = [...trial][0]!;
  const [, other] = [...trial.keys()];
  return {
    id,
    location: locationOf(cell.node ?? cell.parent),
    values: {
      name: termName(cell.term),
      ...(other !== undefined && { other: termName(other.term) }),
      term: cell.term,
      found: cell.node === null ? '0.00' : textOf(cell.node),
      expected: written(right, cell),
      ...placesOf(diagnosis),
      ...(isBeforeDiscount(cell, right) && { hint: BEFORE_DISCOUNT }),
      ...(id === 'allowance-amount-wrong' && { basis: basisOf(cell) }),
      ...(id === 'allowance-with-vat' && { kind: kindOf(cell) }),
      ...(diagnosis.operators.get(cell) === 'state-rounding' && dueWithout(found, right)),
    },
  };
}

/** Up to this number, wrong numbers are named in the title. */
const MAX_ROOTS = 3;

/**
 * The changed numbers that do not merely follow from another change: their stated value disagrees with their own
 * parts as stated, or nothing computes them.
 */
function rootsOf(found: Case, trial: Diagnosis['trial']): Cell[] {
  const { uses } = found.network();
  return [...trial.keys()].filter((cell) => {
    const own = uses.get(cell)?.find(({ result, parts }) => result === cell && parts.length > 0);
    return own === undefined || agrees(own, NO_TRIAL, true) !== true;
  });
}

/** Names the wrong numbers with their stated and right values; the sums that follow from them are not named. */
function describeRoots(roots: readonly Cell[], trial: Diagnosis['trial']): Pick<Mistake, 'id' | 'location' | 'values'> {
  const [root] = roots;
  const rightOf = (cell: Cell): string => written(trial.get(cell)!, cell);
  const statedIn = (cell: Cell): string => (cell.node === null ? '0.00' : textOf(cell.node));
  const list = roots.map((cell) => {
    const line = enclosing(cell.parent, 'line');
    const number = line === null ? '' : (textAt(line, 'cbc:ID') ?? '');
    const name = termName(cell.term);
    return {
      sk: `${number === '' ? '' : `riadok ${number}, `}${name.sk} ${inSlovak(statedIn(cell))} (má byť ${inSlovak(rightOf(cell))})`,
      en: `${number === '' ? '' : `line ${number}, `}${name.en} ${statedIn(cell)} (should be ${rightOf(cell)})`,
    };
  });
  return {
    id: roots.length === 1 ? 'amount-wrong' : 'amounts-wrong',
    location: locationOf(root!.node ?? root!.parent),
    values: {
      list: { sk: list.map(({ sk }) => sk).join('; '), en: list.map(({ en }) => en).join('; ') },
      count: String(roots.length),
    },
  };
}

/** Larger discounts from a price are rare. */
const isBeforeDiscount = ({ stated }: Cell, right: Decimal): boolean =>
  stated !== null && stated.compare(right) > 0 && stated.compare(right.add(right)) <= 0;

/** What the right amount of an allowance or charge follows from. */
function basisOf({ parent }: Cell): Text {
  const isComputed = ['cbc:BaseAmount', 'cbc:MultiplierFactorNumeric'].every((name) => textAt(parent, name) !== null);
  return isComputed
    ? { sk: 'zo základu a percenta vychádza', en: 'base and percentage give' }
    : { sk: 's ostatnými sumami faktúry súhlasí', en: 'the other amounts of the invoice give' };
}

const kindOf = ({ parent }: Cell): Text =>
  isCharge(parent) ? { sk: 'Prirážka', en: 'A charge' } : { sk: 'Zľava', en: 'An allowance' };

/** Whether the stated amount of a document level allowance or charge is the right one with VAT. */
function isWithVat({ stated, parent }: Cell, right: Decimal): boolean {
  const rate = parseDecimal(textAt(parent, 'cac:TaxCategory/cbc:Percent') ?? '');
  if (stated === null || rate === null || rate.units <= 0) return false;
  const gross = right.multiply(HUNDRED.add(rate)).divide(HUNDRED);
  return gross.subtract(stated).abs().compare(CENT) <= 0 && stated.subtract(right).abs().compare(CENT) > 0;
}

const HUNDRED = new Decimal(100, 0);
const CENT = new Decimal(1, 2);

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
  if (/^BT-(?:92|99)$/.test(cell.term) && isWithVat(cell, right)) return 'allowance-with-vat';
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
