/**
 * Rounding fuzzer: generates ledgers, solves them, and checks the invoices with the arithmetic rules; every
 * `--validate`-th invoice is also validated with all rules. See README.md of the parent folder.
 */
import { parseArgs } from 'node:util';
import { solveRounding } from '@e-invoice/validator/rounding';
import { makeFileValidator } from '../../validation/root-causes/file-validator.ts';
import { makeRandom } from '../random.ts';
import { faultsOf } from './check-invoice.ts';
import { makeLedger } from './make-ledger.ts';
import { writeLedger } from './write-ledger.ts';

const { values: options } = parseArgs({
  options: {
    rounding: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100000' },
    validate: { type: 'string', default: '50' },
  },
});

const [first, count, every] = [options.seed, options.count, options.validate].map(Number) as [number, number, number];
const validate = await makeFileValidator();
const contradictions: number[] = [];
const kinds = new Map<string, number>();
let faults = 0;
let validated = 0;
let [lines, cents, time] = [0, 0, 0];
const report = (seed: number, what: string): void => {
  faults += 1;
  console.log(`seed ${seed}: ${what}`);
};
for (let seed = first; seed < first + count; seed += 1) {
  const ledger = makeLedger(makeRandom(seed));
  const began = performance.now();
  const { offers, contradiction } = solveRounding(ledger);
  time += performance.now() - began;
  lines += ledger.lines.length;
  const [offer] = offers;
  if (contradiction !== null || offer === undefined) {
    contradictions.push(seed);
    continue;
  }
  kinds.set(offer.kind, (kinds.get(offer.kind) ?? 0) + 1);
  cents += offer.changes.filter(({ term }) => term === 'BT-131').length;
  for (const fault of faultsOf(ledger, offer.invoice)) report(seed, fault);
  if (seed % every !== 0) continue;
  validated += 1;
  const { issues } = validate(writeLedger(ledger, offer.invoice), { ruleset: 'peppol-bis-3+sk', today: '2027-01-15' });
  for (const { level, rule_id, message_en } of issues) if (level === 'fatal') report(seed, `${rule_id} ${message_en}`);
}
console.log(
  `${count} ledgers, ${lines} lines, ${cents} lines with another cent; ${[...kinds].map(([kind, of]) => `${of} by ${kind}`).join(', ')}; ` +
    `${contradictions.length} contradictions; ${validated} validated; ${faults} faults; ${(time / count).toFixed(2)} ms per ledger`,
);
if (contradictions.length > 0) console.log(`contradictions: seeds ${contradictions.slice(0, 20).join(', ')}`);
if (faults > 0 || contradictions.length > count / 1_000) process.exitCode = 1;
