import { Decimal } from '@e-invoice/schematron/decimal';
import { type Cell, compute, type Equation, type Network, NO_TRIAL, type Trial, toCents } from './network.ts';
import { rateOf } from './operators.ts';

/** Up to so many wrong numbers are found one by one. */
const FEW = 3;

/**
 * One slip in many places: the same term wrong in every group where it is, the amounts of all lines with VAT, all
 * percentages as fractions. Trials to be checked; those of few numbers are left to the search.
 */
export function* patterns({ equations }: Network, broken: readonly Equation[]): Generator<Trial> {
  const byTerm = new Map<string, Map<Cell, Decimal>>();
  for (const equation of broken) {
    const computed = compute(equation, NO_TRIAL);
    if (computed === null) continue;
    const known = byTerm.get(equation.term) ?? new Map<Cell, Decimal>();
    byTerm.set(equation.term, known.set(equation.result, toCents(computed)));
  }
  for (const trial of byTerm.values()) if (trial.size > FEW) yield trial;
  const percents = broken.filter(({ term }) => term === 'allowance').map(({ parts }) => parts[1]!.cell);
  if (percents.length > FEW) yield new Map(percents.flatMap((cell) => times(cell, HUNDRED)));
  const lines = equations.filter(({ term }) => term === 'BT-131');
  yield* withoutVat(lines);
}

const HUNDRED = new Decimal(100, 0);
/** A price of a bill with VAT, taken without it, has at most so many decimals. */
const PRICE_DECIMALS = [2, 3, 4, 6];

const times = (cell: Cell, by: Decimal): [Cell, Decimal][] =>
  cell.stated === null ? [] : [[cell, cell.stated.multiply(by)]];

/** The amounts and prices of the lines without the VAT of their rates: of all lines, and of single ones. */
function* withoutVat(lines: readonly Equation[]): Generator<Trial> {
  if (lines.length === 0) return;
  for (const decimals of PRICE_DECIMALS) {
    const trial = new Map(lines.flatMap((line) => netOf(line, decimals)));
    if (trial.size > 0) yield trial;
  }
  if (lines.length === 1 || lines.length > MOST_SINGLE) return;
  for (const line of lines) {
    for (const decimals of PRICE_DECIMALS) {
      const trial = new Map(netOf(line, decimals));
      if (trial.size > 0) yield trial;
    }
  }
}

/** In a longer invoice a single line with VAT is found where its own sum is off. */
const MOST_SINGLE = 50;

function netOf({ group, result, parts }: Equation, decimals: number): [Cell, Decimal][] {
  const rate = rateOf(group);
  const price = parts[1]?.cell;
  if (rate === null || result.stated === null || price?.stated == null) return [];
  return [
    [result, toCents(result.stated.divide(rate))],
    [price, price.stated.divide(rate).round(decimals).stripped()],
  ];
}
