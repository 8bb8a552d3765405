import { type Pump, scale, writePump } from './pump.ts';
import { costOf, type Target } from './target.ts';

/** Growth of an input's cost with its repetitions. */
export type Growth = {
  /** Characters and milliseconds at one, four and sixteen times the repetitions. */
  readonly points: readonly { readonly size: number; readonly milliseconds: number }[];
  /**
   * Exponent of the cost: 1 is linear, 2 quadratic. Computed from what the repetitions add, so that constant costs do
   * not hide the growth.
   */
  readonly exponent: number;
};

const FACTORS = [1, 4, 16];

/** A difference below this many milliseconds is noise. */
const NOISE = 0.5;

/** Measures the growth of an input's cost. @param rounds number of measurements, of which the minimum counts */
export async function measureGrowth(target: Target, pump: Pump, rounds = 3): Promise<Growth> {
  const points: { size: number; milliseconds: number }[] = [];
  const inputs = FACTORS.map((factor) => writePump(scale(pump, factor)));
  // Uncompiled code makes small inputs expensive, and hides the growth.
  for (const input of inputs) await target.run(input);
  for (const input of inputs) {
    points.push({ size: input.length, milliseconds: await costOf(target, input, rounds) });
  }
  const [first, second, third] = points as [Growth['points'][0], Growth['points'][0], Growth['points'][0]];
  // When the smallest input costs more than the next, the difference is the measurement error.
  const noise = Math.max(NOISE, first.milliseconds - second.milliseconds);
  const added = (third.milliseconds - second.milliseconds) / Math.max(second.milliseconds - first.milliseconds, noise);
  const grown = (third.size - second.size) / (second.size - first.size);
  return { points, exponent: added > 0 ? Math.log(added) / Math.log(grown) : 0 };
}

/**
 * Whether the cost grows faster than the input. The threshold is half way from linear to quadratic, as an allowance
 * for caches and garbage collection; the added cost must also exceed the floor.
 *
 * @param floor in milliseconds
 */
export const growsTooFast = ({ points, exponent }: Growth, floor: number): boolean =>
  points[2]!.milliseconds - points[1]!.milliseconds > floor && exponent > 1.6;
