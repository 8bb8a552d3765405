import { measureBatch } from './batches.ts';
import { measureInline } from './documents.ts';
import type { Measured } from './service.ts';

const ROUND_SECONDS = 3;
const ROUND_FILES = 2_000;
const MAX_ROUNDS = 10;

/** Warm-up ends when a round is not faster than the best one by this factor. */
const BETTER = 1.05;

/**
 * Runs load until throughput is stable: each thread compiles the rules it executes, which takes a thousand invoices
 * or more. First the threads of the API, then those of the workers; prints the rates.
 */
export async function warmUp(service: Measured): Promise<void> {
  const inline = await untilSteady(async () => {
    const { ok, seconds } = await measureInline(service.url, null, ROUND_SECONDS);
    return ok / seconds;
  });
  const batches = await untilSteady(
    async () => ROUND_FILES / (await measureBatch(service, 'json', ROUND_FILES)).seconds,
  );
  console.log(`warmed up: inline ${inline}; batches of ${ROUND_FILES} ${batches}`);
}

/** Rates of the rounds, per second. */
async function untilSteady(round: () => Promise<number>): Promise<string> {
  const rates: number[] = [];
  for (let best = 0; rates.length < MAX_ROUNDS; ) {
    const rate = await round();
    rates.push(rate);
    if (rate < best * BETTER) break;
    best = rate;
  }
  return rates.map((rate) => `${rate.toFixed(0)}/s`).join(', ');
}
