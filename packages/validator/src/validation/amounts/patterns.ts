import { Decimal } from '@e-invoice/schematron/decimal';
import { type Cell, compute, type Equation, type Network, NO_TRIAL, type Trial, toCents } from './network.ts';
import { rateOf } from './operators.ts';

/** Up to this number of wrong numbers, the general search finds the diagnosis. */
const FEW = 3;

/** Candidate changes for the equations of a group. */
type Patterns = (broken: readonly Equation[], isOfAll?: true) => Iterable<Trial>;

/**
 * Generates candidates for one mistake in many places: the same term wrong in every group, all line amounts with VAT,
 * all percentages as fractions. Cases with few numbers are left to the search. Candidates for lines are computed on
 * demand and shared by all groups of a network.
 */
export function makePatterns({ equations }: Network): Patterns {
  const lines = equations.filter(({ term }) => term === 'BT-131');
  const known: Trial[] = [];
  let rest: Iterator<Trial> | null = null;
  function* ofLines(): Generator<Trial> {
    yield* known;
    rest ??= withoutVat(lines);
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      known.push(next.value);
      yield next.value;
    }
  }
  // Across groups that share no number, only all percentages or all lines count as one mistake; the same term in
  // several groups proves nothing.
  return function* patterns(broken, isOfAll) {
    if (isOfAll === true) yield* ofPercents(broken, 1);
    else {
      yield* ofTerms(broken);
      yield* ofPercents(broken, FEW);
    }
    yield* ofLines();
  };
}

function* ofTerms(broken: readonly Equation[]): Generator<Trial> {
  const byTerm = new Map<string, Map<Cell, Decimal>>();
  for (const equation of broken) {
    const computed = compute(equation, NO_TRIAL);
    if (computed === null) continue;
    const known = byTerm.get(equation.term) ?? new Map<Cell, Decimal>();
    byTerm.set(equation.term, known.set(equation.result, toCents(computed)));
  }
  for (const trial of byTerm.values()) if (trial.size > FEW) yield trial;
}

function* ofPercents(broken: readonly Equation[], few: number): Generator<Trial> {
  const percents = broken.filter(({ term }) => term === 'allowance').map(({ parts }) => parts[1]!.cell);
  if (percents.length > few) yield new Map(percents.flatMap((cell) => times(cell, HUNDRED)));
}

const HUNDRED = new Decimal(100, 0);
/** Numbers of decimals that a price may have after VAT is removed. */
const PRICE_DECIMALS = [2, 3, 4, 6];

const times = (cell: Cell, by: Decimal): [Cell, Decimal][] =>
  cell.stated === null ? [] : [[cell, cell.stated.multiply(by)]];

/** The amounts and prices of the lines without VAT: of all lines, and of each single line. */
function* withoutVat(equations: readonly Equation[]): Generator<Trial> {
  const lines = equations.flatMap((line) => withRate(line));
  for (const decimals of PRICE_DECIMALS) {
    const trial = new Map(lines.flatMap((line) => netOf(line, decimals)));
    if (trial.size > 0) yield trial;
  }
  if (lines.length === 1 || lines.length > MAX_SINGLE) return;
  for (const line of lines) {
    for (const decimals of PRICE_DECIMALS) {
      const trial = new Map(netOf(line, decimals));
      if (trial.size > 0) yield trial;
    }
  }
}

/** In an invoice with more lines, a single line with VAT is found by its own equation only. */
const MAX_SINGLE = 50;

type Line = { readonly rate: Decimal; readonly result: Cell; readonly price: Cell; readonly net: Decimal };

/** A line whose amount, price and rate are stated, and its amount without VAT. */
function withRate({ group, result, parts }: Equation): Line[] {
  const price = parts[1]?.cell;
  if (result.stated === null || price?.stated == null) return [];
  const rate = rateOf(group);
  return rate === null ? [] : [{ rate, result, price, net: toCents(result.stated.divide(rate)) }];
}

const netOf = ({ rate, result, price, net }: Line, decimals: number): [Cell, Decimal][] => [
  [result, net],
  [price, price.stated!.divide(rate).round(decimals).stripped()],
];
