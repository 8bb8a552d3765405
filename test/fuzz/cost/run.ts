/** Cost fuzzing: see README.md of the parent folder. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeRandom } from '../random.ts';
import { type Climber, makeClimber } from './climb.ts';
import { growsTooFast, measureGrowth } from './growth.ts';
import { openHttpTargets } from './http-targets.ts';
import { fitSize, sizeOf } from './pump.ts';
import type { Target } from './target.ts';
import { textTargets } from './text-targets.ts';
import { xmlTargets } from './xml-targets.ts';

const { values: options } = parseArgs({
  options: {
    cost: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: 'Infinity' },
    only: { type: 'string', default: '' },
  },
});

/** Time slice per target, in milliseconds. */
const TURN = 3_000;

/** Growth is measured on inputs of a sixteenth of the target's maximum; below this cost an exponent is unreliable. */
const FLOOR = 20;

const out = mkdtempSync(join(tmpdir(), 'fuzz-cost-'));
const httpTargets = await openHttpTargets();
const targets = [...(await xmlTargets()), ...(await textTargets()), ...httpTargets.targets].filter(({ name }) =>
  name.includes(options.only),
);
const began = performance.now();
const limit = began + Number(options.minutes) * 60_000;
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true;
  });
}

/** Prints one line for the most expensive input of a target, and writes the input to a file. */
async function report(target: Target, climber: Climber): Promise<boolean> {
  const [worst] = climber.best();
  if (worst === undefined) return false;
  const { input, bytes, milliseconds, pump } = worst;
  const file = join(out, `${target.name.replaceAll(/\W+/g, '-')}.txt`);
  writeFileSync(file, input);
  const growth = pump.some(({ times }) => times > 1)
    ? await measureGrowth(target, fitSize(pump, Math.min(sizeOf(pump), target.maxSize / 16)))
    : null;
  const isFast = growth !== null && growsTooFast(growth, FLOOR);
  console.log(
    [
      target.name.padEnd(40),
      `${bytes} B`.padStart(10),
      `${milliseconds.toFixed(1)} ms`.padStart(11),
      `${((milliseconds * 1024) / bytes).toFixed(2)} ms/KB`.padStart(12),
      growth === null ? '' : `size^${growth.exponent.toFixed(2)}`,
      isFast ? 'GROWS TOO FAST' : '',
      file,
    ].join('  '),
  );
  return isFast;
}

const climbers = targets.map((target, index) => ({
  target,
  climber: makeClimber(target, makeRandom(Number(options.seed) + index)),
}));
console.log(`${targets.length} targets; inputs are written to ${out}`);
while (performance.now() < limit && !isStopped) {
  for (const { climber } of climbers) {
    const end = Math.min(limit, performance.now() + TURN);
    while (performance.now() < end && !isStopped) {
      await climber.step();
      // Signals are handled between two inputs.
      await setImmediate();
    }
  }
}
let fast = 0;
for (const { target, climber } of climbers) if (await report(target, climber)) fast++;
await httpTargets.close();
process.exit(fast === 0 ? 0 : 1);
