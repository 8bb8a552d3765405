import { Decimal, ZERO } from '@e-invoice/schematron/decimal';
import type { XmlElement } from '@e-invoice/schematron/xml';
import type { CalculationTerm } from '../../issues/index.ts';

/** A number of the invoice, or the position of an absent one. */
export type Cell = {
  readonly term: string;
  /** The element's name and its parent. */
  readonly name: string;
  readonly parent: XmlElement;
  /** Null when absent. */
  readonly node: XmlElement | null;
  /** Null when absent or not a number. */
  readonly stated: Decimal | null;
};

export type Part = { readonly cell: Cell; readonly operation: CalculationTerm['operation'] };

/** A number computed from others: `parts` from left to right; the operation of the first part is ignored. */
export type Equation = {
  readonly term: string;
  /** The group it belongs to: a line, a VAT group, an allowance, the totals. */
  readonly group: XmlElement;
  readonly result: Cell;
  readonly parts: readonly Part[];
  /** The difference between stated and computed number that the rules accept. */
  readonly tolerance: Decimal;
};

/** The numbers of an invoice and the equations between them, in the order of calculation. */
export type Network = {
  readonly equations: readonly Equation[];
  /** The equations that contain a cell, as result or part. */
  readonly uses: ReadonlyMap<Cell, readonly Equation[]>;
};

/** Values to try instead of the stated ones. */
export type Trial = ReadonlyMap<Cell, Decimal>;

export const NO_TRIAL: Trial = new Map();

const HALF_CENT = new Decimal(5, 3);
const sums = new WeakMap<Equation, { total: Decimal; signs: ReadonlyMap<Cell, 1 | -1> } | null>();

export const valueIn = (cell: Cell, trial: Trial): Decimal | null => trial.get(cell) ?? cell.stated;

/**
 * The result of the parts; null when it cannot be computed. The sum of a long equation is cached and a trial adds its
 * differences to it.
 */
export function compute(equation: Equation, trial: Trial): Decimal | null {
  if (equation.parts.length < 8) return evaluate(equation, trial);
  let sum = sums.get(equation);
  if (sum === undefined) {
    const total = equation.parts.every(({ operation }) => operation === 'add' || operation === 'subtract')
      ? evaluate(equation, NO_TRIAL)
      : null;
    const signs = equation.parts.map(({ cell, operation }) => [cell, operation === 'add' ? 1 : -1] as const);
    sum = total === null ? null : { total, signs: new Map(signs) };
    sums.set(equation, sum);
  }
  if (sum === null || trial.size > equation.parts.length) return evaluate(equation, trial);
  let { total } = sum;
  for (const [cell, value] of trial) {
    const sign = sum.signs.get(cell);
    if (sign === undefined) continue;
    const change = value.subtract(cell.stated ?? ZERO);
    total = sign === 1 ? total.add(change) : total.subtract(change);
  }
  return total;
}

function evaluate({ parts }: Equation, trial: Trial): Decimal | null {
  let total = ZERO;
  for (const [index, { cell, operation }] of parts.entries()) {
    const value = valueIn(cell, trial);
    if (value === null) {
      // An absent number counts as zero; an invalid one makes the result unknown.
      if (cell.node !== null || index === 0) return null;
      continue;
    }
    if (operation === 'divide' && value.isZero()) return null;
    total =
      index === 0 && operation === 'add'
        ? value
        : operation === 'add'
          ? total.add(value)
          : operation === 'subtract'
            ? total.subtract(value)
            : operation === 'multiply'
              ? total.multiply(value)
              : total.divide(value);
  }
  return total;
}

/** Rounds to cents, half a cent away from zero. */
export function toCents(value: Decimal): Decimal {
  return value.units < 0 ? value.negate().round(2).negate() : value.round(2);
}

/**
 * Whether the stated number equals the computed one, within the tolerance or, if `strictly`, to the cent; null when
 * unknown.
 */
export function agrees(equation: Equation, trial: Trial, strictly: boolean): boolean | null {
  const computed = compute(equation, trial);
  const { result } = equation;
  const stated = valueIn(result, trial);
  if (computed === null || (stated === null && result.node !== null)) return null;
  const off = (stated ?? ZERO).subtract(computed).abs();
  const allowed = strictly || equation.tolerance.compare(HALF_CENT) < 0 ? HALF_CENT : equation.tolerance;
  return off.compare(allowed) <= 0;
}

/**
 * The value of a part for which the equation holds, with the values of the trial; null when there is no unique value.
 */
export function solve(equation: Equation, cell: Cell, trial: Trial): Decimal | null {
  const stated = valueIn(equation.result, trial);
  const part = equation.parts.find((it) => it.cell === cell);
  if (part === undefined) return null;
  if (part.operation === 'divide') {
    const [whole, half] = [ONE, TWO].map((value) => compute(equation, new Map([...trial, [cell, value]])));
    if (stated === null || whole == null || half == null) return null;
    // The dividend, without the terms added and subtracted after it.
    const divided = whole.subtract(half).multiply(TWO);
    const quotient = stated.subtract(whole.subtract(divided));
    return quotient.isZero() ? null : divided.divide(quotient);
  }
  const none = compute(equation, new Map([...trial, [cell, ZERO]]));
  const one = compute(equation, new Map([...trial, [cell, ONE]]));
  if (stated === null || none === null || one === null) return null;
  const slope = one.subtract(none);
  return slope.isZero() ? null : stated.subtract(none).divide(slope);
}

const ONE = new Decimal(1, 0);
const TWO = new Decimal(2, 0);
