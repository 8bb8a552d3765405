import type { Random } from '../random.ts';
import { fitSize, mutatePump, type Pump, scale, sizeOf, writePump } from './pump.ts';
import { costOf, type Target } from './target.ts';

/** An input and its cost. */
export type Find = {
  readonly pump: Pump;
  readonly input: string;
  readonly bytes: number;
  readonly milliseconds: number;
};

/** Number of most expensive inputs to continue from; a single one could be a local maximum. */
const MAX_FINDS = 12;

/** Keeps the most expensive inputs of a target. */
export type Climber = {
  /** Tries a change, or an untried seed. */
  readonly step: () => Promise<void>;
  /** Most expensive first. */
  readonly best: () => readonly Find[];
};

/** Milliseconds per byte, with an allowance of bytes, so that a tiny input does not win by its constant cost. */
const worthOf = (target: Target, { milliseconds, bytes }: Find): number => milliseconds / (bytes + target.maxSize / 8);

/** Hill climbing towards the highest cost per byte. */
export function makeClimber(target: Target, random: Random): Climber {
  // Twice, since most code is not compiled the first time.
  const untried: Pump[] = [...target.seeds, ...target.seeds];
  let best: Find[] = [];

  const update = (finds: readonly Find[]): void => {
    best = finds.toSorted((a, b) => worthOf(target, b) - worthOf(target, a)).slice(0, MAX_FINDS);
  };

  /**
   * Measures a random kept input again, so that an input that was expensive only because of a disturbance loses its
   * rank.
   */
  const doubt = async (): Promise<void> => {
    const doubted = random.pick(best);
    const milliseconds = Math.min(doubted.milliseconds, await costOf(target, doubted.input, 1));
    update(best.map((find) => (find === doubted ? { ...find, milliseconds } : find)));
  };

  const measure = async (pump: Pump): Promise<Find | null> => {
    const input = writePump(pump);
    if (input.length > target.maxSize || target.takes?.(input) === false) return null;
    const find = async (rounds: number): Promise<Find> => ({
      pump,
      input,
      bytes: Buffer.byteLength(input),
      milliseconds: await costOf(target, input, rounds),
    });
    const first = await find(1);
    const last = best.at(-1);
    // Only candidates for keeping are measured again.
    if (best.length === MAX_FINDS && worthOf(target, first) <= worthOf(target, last!)) return null;
    return find(3);
  };

  return {
    step: async () => {
      if (untried.length === 0 && best.length > 0 && random.chance(0.2)) return doubt();
      let pump = untried.shift();
      if (pump === undefined) {
        pump = best.length > 0 && random.chance(0.9) ? random.pick(best).pump : random.pick(target.seeds);
        for (let changes = 1 + random.below(3); changes > 0; changes--) pump = mutatePump(pump, random, target.words);
        if (pump.length === 0 || pump.length > 40) return;
      }
      if (random.chance(0.3)) pump = scale(pump, target.maxSize / Math.max(1, sizeOf(pump)));
      if (sizeOf(pump) > target.maxSize) pump = fitSize(pump, target.maxSize);
      const found = await measure(pump);
      if (found === null) return;
      update([...best.filter(({ input }) => input !== found.input), found]);
    },
    best: () => best,
  };
}
