import { Decimal } from '@e-invoice/schematron/decimal';
import { type Diagnosis, repairs } from './diagnose.ts';
import type { Cell, Equation, Network, Trial } from './network.ts';

const HUNDRED = new Decimal(100, 0);

/**
 * Groups of numbers that some programs export in whole cents: the totals only, with the tax amounts, all amounts, the
 * prices, or the line amounts.
 */
const TOTALS = /^BT-(106|107|108|109|112|113|114|115)$/;
const TAX = /^BT-(110|111|116|117)$/;
const AMOUNTS = /^BT-(92|93|99|100|131|136|137|141|142)$/;
const LINES = /^BT-131$/;
const PRICES = /^BT-(146|147|148)$/;
const CHOICES: readonly (readonly RegExp[])[] = [[TOTALS], [TOTALS, TAX], [TOTALS, TAX, AMOUNTS], [PRICES], [LINES]];

/** Fewer numbers are not enough evidence of an export in cents. */
const FEWEST = 3;

/**
 * Finds amounts stated in cents: every number of a group is whole, and dividing each by 100 makes the sums agree.
 * When both prices and amounts qualify, both are returned.
 *
 * @param equations all broken equations
 */
export function findCents(network: Network, equations: readonly Equation[]): Diagnosis[] {
  const cells = [...network.uses.keys()].filter(({ stated }) => stated !== null && !stated.isZero());
  return CHOICES.flatMap((choice): Diagnosis[] => {
    const own = cells.filter(({ term }) => choice.some((kind) => kind.test(term)));
    if (own.length < FEWEST || !own.every(isWhole)) return [];
    const trial: Trial = new Map(own.map((cell) => [cell, cell.stated!.divide(HUNDRED)]));
    if (!repairs(network, equations, trial)) return [];
    return [{ trial, operators: new Map(own.map((cell) => [cell, 'cents' as const])), cost: 0 }];
  });
}

const isWhole = ({ stated }: Cell): boolean => stated !== null && stated.round(0).compare(stated) === 0;
