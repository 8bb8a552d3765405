import { type Pump, scale, writePump } from './pump.ts';
import { costOf, type Target } from './target.ts';

/** How the cost of an input grows with its repetitions. */
export type Growth = {
  /** Characters and milliseconds at one, four and sixteen times the repetitions. */
  readonly points: readonly { readonly size: number; readonly milliseconds: number }[];
  /**
   * The power of the size that the cost follows: 1 is linear, 2 quadratic. It is told by what the repetitions add, so
   * that what every input costs, and what of it is not repeated, hide nothing.
   */
  readonly exponent: number;
};

const FACTORS = [1, 4, 16];

/** Below this many milliseconds a difference is noise. */
const NOISE = 0.5;

/** Measures how the cost of an input grows. @param rounds of which the least counts */
export async function measureGrowth(target: Target, pump: Pump, rounds = 3): Promise<Growth> {
  const points: { size: number; milliseconds: number }[] = [];
  const inputs = FACTORS.map((factor) => writePump(scale(pump, factor)));
  // What is not compiled yet makes small inputs dear, and hides what the large ones cost.
  for (const input of inputs) await target.run(input);
  for (const input of inputs) {
    points.push({ size: input.length, milliseconds: await costOf(target, input, rounds) });
  }
  const [first, second, third] = points as [Growth['points'][0], Growth['points'][0], Growth['points'][0]];
  // Where the smallest seems to cost more than the next, what is measured is uncertain by as much.
  const noise = Math.max(NOISE, first.milliseconds - second.milliseconds);
  const added = (third.milliseconds - second.milliseconds) / Math.max(second.milliseconds - first.milliseconds, noise);
  const grown = (third.size - second.size) / (second.size - first.size);
  return { points, exponent: added > 0 ? Math.log(added) / Math.log(grown) : 0 };
}

/**
 * Whether the cost grows faster than the input: half of the way from linear to quadratic is left to caches and
 * collectors. What the repetitions add must be worth telling, too.
 *
 * @param floor in milliseconds
 */
export const growsTooFast = ({ points, exponent }: Growth, floor: number): boolean =>
  points[2]!.milliseconds - points[1]!.milliseconds > floor && exponent > 1.6;
