import { leastCpuOf } from './cpu.ts';
import type { Pump, Vocabulary } from './pump.ts';

/** Something of the service that takes text from outside. */
export type Target = {
  readonly name: string;
  /** The most characters that the service lets through to it. */
  readonly most: number;
  readonly words: Vocabulary;
  /** What is grown first, and what a change starts from. */
  readonly seeds: readonly Pump[];
  /** Whether the service would give it such an input at all; unset: any. */
  readonly takes?: (input: string) => boolean;
  /** Does the work; what it throws of its own is an answer too. */
  readonly run: (input: string) => unknown;
  /** What an input costs; unset: the processor time of `run`, in milliseconds. */
  readonly cost?: (input: string) => number | Promise<number>;
};

/** @param rounds of which the least counts */
export async function costOf({ run, cost }: Target, input: string, rounds: number): Promise<number> {
  if (cost === undefined) return leastCpuOf(() => run(input), rounds);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) least = Math.min(least, await cost(input));
  return least;
}
