import type { Decimal } from '@e-invoice/schematron/decimal';
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

/** A number, or the same number in several groups, that explains broken equations when it is what it should be. */
export type Suspect = {
  /** What the suspected numbers should be. */
  readonly trial: Trial;
  readonly cells: readonly Cell[];
  /** The broken equations that hold then. */
  readonly explains: readonly Equation[];
  /** The number follows from its own parts; otherwise it is what makes a sum right that it enters. */
  readonly isComputed: boolean;
  /** Nothing short of computing everything anew explains them. */
  readonly isCascade: boolean;
};

/** So many parts of one sum are tried one by one; of a longer sum only those whose own equation is broken. */
const MOST_PARTS = 12;

/** So many mistakes in the arithmetic of one invoice are told apart; the rest is computed anew together. */
const MOST_SUSPECTS = 6;

/**
 * Explains broken equations: again and again the number whose correction repairs most of them and breaks none; what
 * is left is computed anew, from the lines to the amount due.
 *
 * @param fired the equations that rules found broken
 */
export function findSuspects(network: Network, fired: ReadonlySet<Equation>): Suspect[] {
  const broken = new Set(fired);
  for (const equation of network.equations) if (agrees(equation, NO_TRIAL, false) === false) broken.add(equation);
  const settled = new Map<Cell, Decimal>();
  const found: Suspect[] = [];
  while (broken.size > 0 && found.length < MOST_SUSPECTS) {
    const best = chooseBest(network, broken, settled);
    if (best === null) break;
    found.push(best);
    for (const equation of best.explains) broken.delete(equation);
    for (const [cell, value] of best.trial) settled.set(cell, value);
  }
  if (broken.size > 0) {
    const rest = recompute(network, broken, settled);
    if (rest !== null) found.push(rest);
  }
  return found;
}

function chooseBest(network: Network, broken: ReadonlySet<Equation>, settled: Trial): Suspect | null {
  let best: Suspect | null = null;
  for (const { changes, isComputed } of candidates(broken, settled)) {
    const explains = explained(network, broken, settled, changes);
    if (explains === null || explains.length <= (best?.explains.length ?? 0)) continue;
    best = { trial: changes, cells: [...changes.keys()], explains, isComputed, isCascade: false };
  }
  return best;
}

type Candidate = { readonly changes: Trial; readonly isComputed: boolean };

/** What might be wrong: first what has an equation of its own, then what enters one. */
function* candidates(broken: ReadonlySet<Equation>, settled: Trial): Generator<Candidate> {
  const byTerm = new Map<string, Map<Cell, Decimal>>();
  for (const equation of broken) {
    const computed = compute(equation, settled);
    if (computed === null) continue;
    const known = byTerm.get(equation.term) ?? new Map<Cell, Decimal>();
    byTerm.set(equation.term, known.set(equation.result, toCents(computed)));
  }
  for (const changes of byTerm.values()) {
    if (changes.size > 1) yield { changes, isComputed: true };
    if (changes.size > MOST_PARTS) continue;
    for (const [cell, value] of changes) yield { changes: new Map([[cell, value]]), isComputed: true };
  }
  const solved = new Map<string, Map<Cell, Decimal>>();
  for (const equation of broken) {
    if (equation.parts.length > MOST_PARTS) continue;
    for (const { cell, operation } of equation.parts) {
      // A quantity that a price is for is hardly ever the mistake, and a constant never.
      if (cell.term === '' || operation === 'divide' || settled.has(cell)) continue;
      const value = solve(equation, cell);
      if (value === null || value.scale > 4 || (cell.node === null && cell.term !== 'BT-114')) continue;
      const changes = solved.get(cell.term) ?? new Map<Cell, Decimal>();
      solved.set(cell.term, changes.set(cell, value));
    }
  }
  // Of a product that stands alone the price is likelier wrong than the quantity.
  const ranked = [...solved].sort(([a], [b]) => Number(a === 'BT-129') - Number(b === 'BT-129'));
  for (const [, changes] of ranked) {
    if (changes.size > 1) yield { changes, isComputed: false };
    if (changes.size > MOST_PARTS) continue;
    for (const [cell, value] of changes) yield { changes: new Map([[cell, value]]), isComputed: false };
  }
}

/** The broken equations that the changes repair; null when they break one that holds. */
function explained(
  { uses }: Network,
  broken: ReadonlySet<Equation>,
  settled: Trial,
  changes: Trial,
): Equation[] | null {
  const trial = new Map([...settled, ...changes]);
  const touched = new Set<Equation>();
  for (const cell of changes.keys()) for (const equation of uses.get(cell) ?? []) touched.add(equation);
  const repaired: Equation[] = [];
  for (const equation of touched) {
    if (broken.has(equation)) {
      if (agrees(equation, trial, true) === true) repaired.push(equation);
    } else if (agrees(equation, settled, false) === true && agrees(equation, trial, false) === false) return null;
  }
  return repaired;
}

/** Everything that is broken or follows from what is, computed anew in order. */
function recompute(network: Network, broken: ReadonlySet<Equation>, settled: Trial): Suspect | null {
  const trial = new Map(settled);
  const changes = new Map<Cell, Decimal>();
  for (const equation of network.equations) {
    const follows = broken.has(equation) || equation.parts.some(({ cell }) => changes.has(cell));
    const computed = follows ? compute(equation, trial) : null;
    if (computed === null || agrees(equation, trial, true) === true) continue;
    const value = toCents(computed);
    trial.set(equation.result, value);
    changes.set(equation.result, value);
  }
  if (changes.size === 0) return null;
  const explains = [...broken].filter((equation) => agrees(equation, trial, true) === true);
  return { trial: changes, cells: [...changes.keys()], explains, isComputed: true, isCascade: true };
}
