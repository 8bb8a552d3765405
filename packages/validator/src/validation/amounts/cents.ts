import { Decimal } from '@e-invoice/schematron/decimal';
import { type Diagnosis, repairs } from './diagnose.ts';
import type { Cell, Equation, Network, Trial } from './network.ts';

const HUNDRED = new Decimal(100, 0);

/** What programs keep in whole cents, one export with another: the totals alone, those of the tax too, or all amounts; the prices alone, or the lines. */
const TOTALS = /^BT-(106|107|108|109|112|113|114|115)$/;
const TAX = /^BT-(110|111|116|117)$/;
const AMOUNTS = /^BT-(92|93|99|100|131|136|137|141|142)$/;
const LINES = /^BT-131$/;
const PRICES = /^BT-(146|147|148)$/;
const CHOICES: readonly (readonly RegExp[])[] = [[TOTALS], [TOTALS, TAX], [TOTALS, TAX, AMOUNTS], [PRICES], [LINES]];

/** Fewer numbers with the point elsewhere are no export in cents. */
const FEWEST = 3;

/**
 * Amounts kept in cents: every number of some kinds is whole, and a hundredth of each makes the sums agree. Where prices or
 * amounts may be the ones in cents, both are told.
 *
 * @param equations all that do not hold
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
