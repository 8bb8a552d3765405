import { leastCpuOf } from './cpu.ts';
import type { Pump, Vocabulary } from './pump.ts';

/** A part of the service that processes external text. */
export type Target = {
  readonly name: string;
  /** Maximum number of characters that the service passes to it. */
  readonly maxSize: number;
  readonly words: Vocabulary;
  /** Initial inputs and building blocks of mutations. */
  readonly seeds: readonly Pump[];
  /** Whether the service would pass such an input to it; default: always. */
  readonly takes?: (input: string) => boolean;
  /** Does the work; expected exceptions count as a result. */
  readonly run: (input: string) => unknown;
  /** Cost of an input; default: processor time of `run`, in milliseconds. */
  readonly cost?: (input: string) => number | Promise<number>;
};

/** @param rounds number of measurements, of which the minimum counts */
export async function costOf({ run, cost }: Target, input: string, rounds: number): Promise<number> {
  if (cost === undefined) return leastCpuOf(() => run(input), rounds);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) least = Math.min(least, await cost(input));
  return least;
}
