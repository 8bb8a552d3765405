import { measureBatch } from './batches.ts';
import { measureInline } from './documents.ts';
import type { Measured } from './service.ts';

const ROUND_SECONDS = 3;
const ROUND_FILES = 2_000;
const MAX_ROUNDS = 10;

/** A round that is better than all before by less than this is the last. */
const BETTER = 1.05;

/**
 * Has the service work until it gets no faster: every thread compiles the rules by itself, as far as it has run them, which
 * takes it a thousand invoices and more. First the threads of the API, then those of the workers; prints what it came to.
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

/** The rates of the rounds, a second. */
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
