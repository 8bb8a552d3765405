import { findCents } from './cents.ts';
import { type Diagnosis, diagnose, repairs, toDiagnosis } from './diagnose.ts';
import { agrees, type Cell, compute, type Equation, type Network, NO_TRIAL, type Trial, toCents } from './network.ts';
import { OPERATOR_COSTS } from './operators.ts';
import { makePatterns } from './patterns.ts';

/** Broken equations that share numbers, caused by one mistake or by several connected ones. */
export type Conflict = {
  readonly equations: readonly Equation[];
  /** Changes that make the equations hold, likeliest first; never empty. */
  readonly diagnoses: readonly Diagnosis[];
  /** Whether the only explanation found is a full recalculation. */
  readonly isCascade: boolean;
};

/** Maximum number of groups explained separately; the remaining equations are recomputed together. */
const MAX_GROUPS = 6;
/** With fewer broken equations, the export-in-cents pattern is not checked: a single wrong number is likelier. */
const FEW_BROKEN = 2;
const NO_OPERATORS: Diagnosis['operators'] = new Map();

/**
 * Explains all broken equations, one group of connected equations at a time.
 *
 * @param fired the equations that rules reported as broken; those found broken here are added
 */
export function findConflicts(network: Network, fired: ReadonlySet<Equation>): Conflict[] {
  const broken = new Set(fired);
  for (const equation of network.equations) if (agrees(equation, NO_TRIAL, false) === false) broken.add(equation);
  const inCents = broken.size < FEW_BROKEN ? [] : findCents(network, [...broken]);
  if (inCents.length > 0) return [{ equations: [...broken], diagnoses: inCents, isCascade: false }];
  const patternsOf = makePatterns(network);
  const groups = groupByCells([...broken]);
  const diagnosis = groups.length > 1 ? findSingleMistake(network, patternsOf([...broken], true), [...broken]) : null;
  if (diagnosis !== null) return [{ equations: [...broken], diagnoses: [diagnosis], isCascade: false }];
  const conflicts = groups.slice(0, MAX_GROUPS).map((group) => explain(network, group, patternsOf));
  const rest = groups.slice(MAX_GROUPS).flat();
  if (rest.length > 0) conflicts.push(recomputed(network, rest));
  return conflicts.filter(({ diagnoses }) => diagnoses.length > 0);
}

function explain(
  network: Network,
  equations: readonly Equation[],
  patternsOf: ReturnType<typeof makePatterns>,
): Conflict {
  const searched = diagnose(network, equations);
  const diagnosis = findSingleMistake(network, patternsOf(equations), equations);
  const diagnoses = [...(diagnosis === null ? [] : [diagnosis]), ...searched].sort((a, b) => a.cost - b.cost);
  return diagnoses.length > 0 ? { equations, diagnoses, isCascade: false } : recomputed(network, equations);
}

/** The first trial that repairs all equations: one mistake that may occur in many places. */
function findSingleMistake(
  network: Network,
  trials: Iterable<Trial>,
  equations: readonly Equation[],
): Diagnosis | null {
  for (const trial of trials) {
    if (!repairs(network, equations, trial)) continue;
    const { operators } = toDiagnosis(network, trial);
    return { trial, operators, cost: Math.min(...[...operators.values()].map((id) => OPERATOR_COSTS[id])) };
  }
  return null;
}

/** Groups equations that share a number, directly or through others; keeps their order. */
function groupByCells(equations: readonly Equation[]): Equation[][] {
  const leader = equations.map((_, index) => index);
  const find = (index: number): number => {
    let at = index;
    while (leader[at] !== at) {
      leader[at] = leader[leader[at]!]!;
      at = leader[at]!;
    }
    return at;
  };
  const first = new Map<Cell, number>();
  for (const [index, { result, parts }] of equations.entries()) {
    for (const cell of [result, ...parts.map((part) => part.cell)]) {
      const known = first.get(cell);
      if (known === undefined) first.set(cell, index);
      else leader[find(index)] = find(known);
    }
  }
  const groups = new Map<number, Equation[]>();
  for (const [index, equation] of equations.entries()) {
    const known = groups.get(find(index));
    if (known === undefined) groups.set(find(index), [equation]);
    else known.push(equation);
  }
  return [...groups.values()];
}

/**
 * Recomputes everything that is broken or depends on a changed number, in the order of calculation.
 *
 * @param known known corrections of stated numbers
 * @returns all numbers that change, including `given`
 */
export function recompute(network: Network, broken: readonly Equation[], known: Trial = NO_TRIAL): Trial {
  const wrong = new Set(broken);
  const changes = new Map(known);
  for (const equation of network.equations) {
    const follows = wrong.has(equation) || equation.parts.some(({ cell }) => changes.has(cell));
    const computed = follows ? compute(equation, changes) : null;
    if (computed === null || agrees(equation, changes, true) === true) continue;
    changes.set(equation.result, toCents(computed));
  }
  return changes;
}

function recomputed(network: Network, broken: readonly Equation[]): Conflict {
  const trial = recompute(network, broken);
  const diagnoses = trial.size === 0 ? [] : [{ trial, operators: NO_OPERATORS, cost: Number.POSITIVE_INFINITY }];
  return { equations: broken, diagnoses, isCascade: true };
}
