import { beforeAll, describe, expect, it } from 'vitest';
import { makeRandom } from '../random.ts';
import { makeClimber } from './climb.ts';
import { leastCpuOf } from './cpu.ts';
import { type Growth, growsTooFast, measureGrowth } from './growth.ts';
import { longestTurn } from './longest-turn.ts';
import { COUNTER, fitSize, once, type Pump, scale, sizeOf, writePump } from './pump.ts';
import type { Target } from './target.ts';
import { textTargets } from './text-targets.ts';
import { XML_SEEDS, xmlTargets } from './xml-targets.ts';

/** Milliseconds of processor time. Quadratic work below this at maximum input size is harmless. */
const FLOOR = 25;

/** Suspicious growth is measured again with more rounds: a false alarm does not occur three times. */
async function findFastGrowth(target: Target, pump: Pump): Promise<Growth | null> {
  const smallest = target.maxSize / 16;
  const base = fitSize(scale(pump, smallest / sizeOf(pump)), Math.max(smallest, sizeOf(pump)));
  for (const rounds of [1, 3, 7]) {
    const growth = await measureGrowth(target, base, rounds);
    if (!growsTooFast(growth, FLOOR)) return null;
    if (rounds === 7) return growth;
  }
  return null;
}

const describeGrowth = (name: string, { points, exponent }: Growth): string =>
  `${name}: ${points.map(({ size, milliseconds }) => `${size} → ${milliseconds.toFixed(1)} ms`).join(', ')}; size^${exponent.toFixed(2)}`;

let targets: readonly Target[];
beforeAll(async () => {
  targets = [...(await xmlTargets()), ...(await textTargets())];
});

describe('the cost of an input grows about linearly with its length', () => {
  const findTarget = (name: string): Target => targets.find((target) => target.name === name)!;

  it.each(['parse XML', 'render, in the process', 'validate by all layers'])('%s', async (name) => {
    const whole = findTarget(name);
    const fast: string[] = [];
    for (const [seed, pump] of Object.entries(XML_SEEDS)) {
      const isFastWhenSmall = (await findFastGrowth({ ...whole, maxSize: 64 * 1024 }, pump)) !== null;
      // Corrections are tried on at most twelve copies: below that, the cost grows with both the copies and their
      // length.
      const growth = isFastWhenSmall ? await findFastGrowth(whole, pump) : null;
      if (growth !== null) fast.push(describeGrowth(seed, growth));
    }
    expect(fast).toEqual([]);
  });

  it('texts, headers, values and drafts', async () => {
    const fast: string[] = [];
    for (const target of targets.filter(({ words }) => words !== findTarget('parse XML').words)) {
      for (const seed of target.seeds) {
        const growth = await findFastGrowth(target, seed);
        if (growth !== null)
          fast.push(describeGrowth(`${target.name} of ${JSON.stringify(seed).slice(0, 100)}`, growth));
      }
    }
    expect(fast).toEqual([]);
  });
});

describe('the cost fuzzer itself', () => {
  const ofLetters = (power: number): Target => ({
    name: `letters to the power of ${power}`,
    maxSize: 4_096,
    words: ['a', 'b', ' '],
    seeds: [[once('b b b b')]],
    run: () => undefined,
    // Counted instead of measured, so that it is the same on every machine.
    cost: (input) => Math.max(...input.split(/[^a]/).map((run) => run.length)) ** power,
  });

  it('distinguishes quadratic from linear growth', async () => {
    const run: Pump = [{ text: 'a', times: 10 }];
    expect(growsTooFast(await measureGrowth(ofLetters(2), run), FLOOR)).toBe(true);
    expect(growsTooFast(await measureGrowth(ofLetters(1), run), FLOOR)).toBe(false);
  });

  it('measures the cost for this process, independent of other load', async () => {
    const work = (steps: number) => (): number => {
      let sum = 0;
      for (let step = 0; step < steps; step++) sum += step % 7;
      return sum;
    };
    expect(await leastCpuOf(work(50_000_000), 3)).toBeGreaterThan(5 * (await leastCpuOf(work(500_000), 3)));
    expect(await longestTurn(async () => work(50_000_000)())).toBeGreaterThan(5 * (await leastCpuOf(work(500_000), 3)));
  });

  it('finds expensive inputs from a cheap seed', async () => {
    const climber = makeClimber(ofLetters(2), makeRandom(7));
    for (let step = 0; step < 3_000; step++) await climber.step();
    expect(climber.best()[0]!.milliseconds).toBeGreaterThan(500 ** 2);
  });

  it('writes repetition counters, grows only repeated parts, and limits the size', () => {
    const pump: Pump = [once('<'), { text: `a${COUNTER}`, times: 3 }, once('>')];
    expect(writePump(pump)).toBe('<a0a1a2>');
    expect(writePump(scale(pump, 2))).toBe('<a0a1a2a3a4a5>');
    expect(sizeOf(fitSize(scale(pump, 1_000), 50))).toBeLessThanOrEqual(50);
  });
});
