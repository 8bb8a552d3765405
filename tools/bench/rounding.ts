/**
 * `npm run bench -- rounding`: processor time of the rounding solver for 1,000 lines with prices with VAT, of which
 * cents are distributed over some. `--enforce` fails above the budget.
 */
import { parseArgs } from 'node:util';
import { type RoundingRequest, solveRounding } from '@e-invoice/validator/rounding';
import { medianOf } from './measure.ts';
import { milliseconds } from './table.ts';

/** Time limit in milliseconds. */
const LIMIT = 5;
const ROUNDS = 200;
const LINES = 1_000;

const { values: options } = parseArgs({ options: { enforce: { type: 'boolean', default: false } } });
const rates = ['23', '19', '5'] as const;
const lines = Array.from({ length: LINES }, (_, index) => ({
  quantity: String(1 + ((index * 7) % 23)),
  price: (((index * 37) % 9_973) / 100 + 0.09).toFixed(2),
  rate: rates[index % rates.length]!,
}));
const request: RoundingRequest = { priceMode: 'gross', lines };
const times = Array.from({ length: ROUNDS }, () => {
  const before = process.cpuUsage();
  solveRounding(request);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
});
const changed = solveRounding(request).offers[0]!.changes.filter(({ term }) => term === 'BT-131').length;
const median = medianOf(times);
console.log(`${LINES} lines, ${changed} with another cent: ${milliseconds(median)} ms, the limit is ${LIMIT} ms`);
if (options.enforce && median > LIMIT) process.exitCode = 1;
