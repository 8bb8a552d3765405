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

/** One smallest set of numbers that makes everything agree when they are what the trial says. */
export type Diagnosis = {
  readonly trial: Trial;
  /** How each of them would have come to be wrong. */
  readonly operators: ReadonlyMap<Cell, OperatorId>;
  /** The lower, the likelier among those of the same size. */
  readonly cost: number;
};

/** More changes than these in one place nobody reviews: the invoice is computed anew instead. */
const MAX_CHANGES = 3;
/** So many sets are tried for one group of broken equations. */
const MAX_SETS = 240;
/** A longer sum is branched over those of its parts alone whose own equation is broken. */
const MAX_PARTS = 12;
/** So many explanations of one group are told apart. */
const MAX_FOUND = 24;

/**
 * Every smallest set of numbers whose change makes the broken equations hold and breaks none that held: hitting sets of
 * the conflicts, smallest first (R. Reiter, A theory of diagnosis from first principles, 1987). An equation that a set
 * leaves broken, or breaks, is a further conflict that the set is widened by.
 *
 * @param broken equations that belong together
 * @returns those of the smallest size, likeliest first; empty where none of at most three numbers is found
 */
export function diagnose(network: Network, broken: readonly Equation[]): Diagnosis[] {
  if (countApart(broken) > MAX_CHANGES) return [];
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

/** So many of the equations, at least, share no number, the short ones first: each needs a change of its own. */
function countApart(equations: readonly Equation[]): number {
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

/** The values that hold; else the equations that contradict each other: one that is broken then, and what it comes from. */
type Settled = { readonly trial: Trial | null; readonly conflict: readonly Equation[] };

const NOTHING: Settled = { trial: null, conflict: [] };

/** Gives the free cells the values that the equations around them ask for, and says what does not hold then. */
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
  const open = shortest([...touched].filter((equation) => !holds(equation, trial)));
  if (trial.size === free.size && open === null) {
    // What stays as it is explains nothing: a smaller set says the same.
    const isIdle = [...trial].some(([cell, value]) => cell.stated?.compare(value) === 0);
    return isIdle ? NOTHING : { trial, conflict: [] };
  }
  if (open === null) return NOTHING;
  const supports = [open.result, ...open.parts.map(({ cell }) => cell)].map((cell) => from.get(cell));
  return { trial: null, conflict: [open, ...supports.filter((it) => it !== undefined)] };
}

/** The one cell of an equation that is free and has no value yet; null where there is none, or more. */
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

/** What held to the cent must do so still; what was within its tolerance must stay there. */
function holds(equation: Equation, trial: Trial): boolean {
  const wasStrict = agrees(equation, NO_TRIAL, true) === true;
  const was = agrees(equation, NO_TRIAL, false);
  const is = agrees(equation, trial, wasStrict || was === false);
  return is === true || (is === null && was === null);
}

/** Whether a trial repairs all of the broken equations and breaks none of those that it touches. */
export function repairs({ uses }: Network, broken: readonly Equation[], trial: Trial): boolean {
  const touched = new Set(broken);
  for (const cell of trial.keys()) for (const equation of uses.get(cell) ?? []) touched.add(equation);
  return [...touched].every((equation) => holds(equation, trial));
}

/** The cells of an equation that may be the wrong ones. */
function branches({ uses }: Network, equation: Equation): Cell[] {
  const { result, parts } = equation;
  const cells = parts.filter(({ cell, operation }) => isSuspect(cell, operation)).map(({ cell }) => cell);
  if (cells.length <= MAX_PARTS) return [result, ...cells];
  const isOff = (cell: Cell): boolean =>
    (uses.get(cell) ?? []).some((own) => own.result === cell && agrees(own, NO_TRIAL, true) === false);
  return [result, ...cells.filter(isOff).slice(0, MAX_PARTS)];
}

/** What a trial changes and how likely that is. */
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
    // A number that was off within its tolerance as well is likelier the wrong one.
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
