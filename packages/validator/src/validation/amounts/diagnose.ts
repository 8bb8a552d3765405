import {
  agrees,
  type Cell,
  compute,
  type Equation,
  type Network,
  NO_TRIAL,
  solve,
  type Trial,
  toCents,
} from './network.ts';
import {
  CONFIRMED,
  isBaseConfirmed,
  isThousandsPoint,
  isVatLeftOut,
  OPERATOR_COSTS,
  type OperatorId,
  operatorOf,
} from './operators.ts';
import { plausible } from './plausible.ts';

/** A smallest set of changed numbers that makes all equations hold. */
export type Diagnosis = {
  readonly trial: Trial;
  /** How each number became wrong. */
  readonly operators: ReadonlyMap<Cell, OperatorId>;
  /** Lower is likelier among diagnoses of the same size. */
  readonly cost: number;
};

/** With more changes in one group, the correction is hard to review; the invoice is recomputed instead. */
const MAX_CHANGES = 3;
/** Maximum number of sets tried per group of broken equations. */
const MAX_SETS = 240;
/** In a sum with more parts, only parts whose own equation is broken are considered. */
const MAX_PARTS = 12;
/** Maximum number of explanations per group. */
const MAX_FOUND = 24;

/**
 * Finds every smallest set of numbers whose change makes the broken equations hold and breaks no other: hitting sets
 * of the conflicts, smallest first (R. Reiter, A theory of diagnosis from first principles, 1987). An equation that a
 * set leaves broken, or breaks, is a further conflict that widens the set.
 *
 * @param broken connected equations
 * @returns diagnoses of the smallest size, likeliest first; empty when no set of at most three numbers is found
 */
export function diagnose(network: Network, broken: readonly Equation[]): Diagnosis[] {
  if (countDisjoint(broken) > MAX_CHANGES) return [];
  const ids = new Map<Cell, number>();
  const idOf = (cell: Cell): number => {
    if (!ids.has(cell)) ids.set(cell, ids.size);
    return ids.get(cell)!;
  };
  const keyOf = (set: ReadonlySet<Cell>): string =>
    [...set]
      .map(idOf)
      .sort((a, b) => a - b)
      .join(' ');
  const seen = new Set<string>();
  const found: Diagnosis[] = [];
  let sets: ReadonlySet<Cell>[] =
    broken.length === 0 ? [] : branches(network, shortest(broken)!).map((cell) => new Set([cell]));
  let tried = 0;
  for (let size = 1; size <= MAX_CHANGES && sets.length > 0 && found.length === 0; size += 1) {
    const wider: ReadonlySet<Cell>[] = [];
    for (const set of sets) {
      const key = keyOf(set);
      if (seen.has(key)) continue;
      seen.add(key);
      tried += 1;
      if (tried > MAX_SETS) break;
      const { trial, conflict } = settle(network, broken, set);
      if (trial !== null) {
        if (found.length < MAX_FOUND) found.push(toDiagnosis(network, trial));
      } else if (size < MAX_CHANGES) {
        for (const cell of new Set(conflict.flatMap((equation) => branches(network, equation))))
          if (!set.has(cell)) wider.push(new Set([...set, cell]));
      }
    }
    sets = wider;
  }
  return found.sort((a, b) => a.cost - b.cost);
}

/**
 * A lower bound of the changes needed: the number of equations, shortest first, that share no number with each other.
 */
function countDisjoint(equations: readonly Equation[]): number {
  const met = new Set<Cell>();
  let count = 0;
  for (const { result, parts } of [...equations].sort((a, b) => a.parts.length - b.parts.length)) {
    if (count > MAX_CHANGES) break;
    if (met.has(result) || parts.some(({ cell }) => met.has(cell))) continue;
    count += 1;
    met.add(result);
    for (const { cell } of parts) met.add(cell);
  }
  return count;
}

/**
 * The values that make the equations hold; otherwise a conflict: a broken equation and those that its values come
 * from.
 */
type Settled = { readonly trial: Trial | null; readonly conflict: readonly Equation[] };

const NOTHING: Settled = { trial: null, conflict: [] };

/** Assigns the free cells the values that their equations require, and checks all equations that they affect. */
function settle(network: Network, broken: readonly Equation[], free: ReadonlySet<Cell>): Settled {
  const touched = new Set(broken);
  for (const cell of free) for (const equation of network.uses.get(cell) ?? []) touched.add(equation);
  const trial = new Map<Cell, NonNullable<Cell['stated']>>();
  const from = new Map<Cell, Equation>();
  for (let again = true; again && trial.size < free.size; ) {
    again = false;
    for (const isResult of [true, false]) {
      for (const equation of touched) {
        const cell = onlyUnknown(equation, free, trial);
        if (cell === null || (cell === equation.result) !== isResult) continue;
        const value = isResult ? compute(equation, trial) : solve(equation, cell, trial);
        const right = value === null ? null : isResult ? toCents(value) : plausible(cell, value);
        if (right === null) continue;
        trial.set(cell, right);
        from.set(cell, equation);
        again = true;
        break;
      }
      if (again) break;
    }
  }
  if (trial.size === 0) return NOTHING;
  const open = shortest([...touched].filter((equation) => !agreesUnder(equation, trial)));
  if (trial.size === free.size && open === null) {
    // An unchanged number explains nothing: a smaller set gives the same result.
    const isIdle = [...trial].some(([cell, value]) => cell.stated?.compare(value) === 0);
    return isIdle ? NOTHING : { trial, conflict: [] };
  }
  if (open === null) return NOTHING;
  const supports = [open.result, ...open.parts.map(({ cell }) => cell)].map((cell) => from.get(cell));
  return { trial: null, conflict: [open, ...supports.filter((it) => it !== undefined)] };
}

/** The only free cell of an equation without a value; null when there is no such cell, or more than one. */
function onlyUnknown({ result, parts }: Equation, free: ReadonlySet<Cell>, trial: Trial): Cell | null {
  const isUnknown = (cell: Cell): boolean => free.has(cell) && !trial.has(cell);
  let found = isUnknown(result) ? result : null;
  for (const { cell } of parts) {
    if (!isUnknown(cell)) continue;
    if (found !== null) return null;
    found = cell;
  }
  return found;
}

/** An equation that held to the cent must still do so; one that held within its tolerance must stay within it. */
function agreesUnder(equation: Equation, trial: Trial): boolean {
  const wasStrict = agrees(equation, NO_TRIAL, true) === true;
  const was = agrees(equation, NO_TRIAL, false);
  const is = agrees(equation, trial, wasStrict || was === false);
  return is === true || (is === null && was === null);
}

/** Whether a trial repairs all broken equations and breaks no equation that it affects. */
export function repairs({ uses }: Network, broken: readonly Equation[], trial: Trial): boolean {
  const touched = new Set(broken);
  for (const cell of trial.keys()) for (const equation of uses.get(cell) ?? []) touched.add(equation);
  return [...touched].every((equation) => agreesUnder(equation, trial));
}

/** The cells of an equation that may be wrong. */
function branches({ uses }: Network, equation: Equation): Cell[] {
  const { result, parts } = equation;
  const cells = parts.filter(({ cell, operation }) => isSuspect(cell, operation)).map(({ cell }) => cell);
  if (cells.length <= MAX_PARTS) return [result, ...cells];
  const isOff = (cell: Cell): boolean =>
    (uses.get(cell) ?? []).some((own) => own.result === cell && agrees(own, NO_TRIAL, true) === false);
  return [result, ...cells.filter(isOff).slice(0, MAX_PARTS)];
}

/** The changes of a trial and their likelihood. */
export function toDiagnosis({ uses }: Network, trial: Trial): Diagnosis {
  const operators = new Map<Cell, OperatorId>();
  let cost = 0;
  for (const [cell, value] of trial) {
    const isSwapped = [...trial].some(
      ([other, its]) => other !== cell && other.stated?.compare(value) === 0 && cell.stated?.compare(its) === 0,
    );
    const own = uses.get(cell)?.find(({ result, parts }) => result === cell && parts.length > 0);
    const isComputed = own !== undefined && agrees(own, trial, true) === true;
    const operator = isSwapped ? 'swap' : operatorOf(cell, value, isComputed);
    operators.set(cell, operator);
    const isUnlikely = isBaseConfirmed(cell) || (operator === 'state-paid' && isVatLeftOut(cell, value));
    cost += OPERATOR_COSTS[operator] + (isUnlikely ? CONFIRMED : 0) - (isThousandsPoint(cell, value) ? 1 : 0);
    // A number that was also off within its tolerance is likelier to be the wrong one.
    for (const equation of uses.get(cell) ?? []) {
      const was = agrees(equation, NO_TRIAL, false) === true && agrees(equation, NO_TRIAL, true) === false;
      if (was && agrees(equation, trial, true) === true) cost -= 2;
    }
  }
  return { trial, operators, cost };
}

const isSuspect = (cell: Cell, operation: string): boolean =>
  cell.term !== '' &&
  (cell.node !== null ||
    cell.term === 'BT-113' ||
    cell.term === 'BT-114' ||
    (operation === 'divide' && cell.term === 'BT-149'));

const shortest = (equations: readonly Equation[]): Equation | null =>
  equations.reduce<Equation | null>(
    (best, it) => (best === null || it.parts.length < best.parts.length ? it : best),
    null,
  );
