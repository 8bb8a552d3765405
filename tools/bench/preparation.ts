import { randomUUID } from 'node:crypto';
import { makeSending } from '../../src/modules/exchange/sending/index.ts';
import type { Lookup } from '../../src/modules/peppol/index.ts';
import { makeSandboxFind } from '../../src/modules/peppol/sandbox.ts';
import { validationPoolOf } from '../../test/support/validation-pool-of.ts';
import { makeBenchValidator } from './all-layers.ts';
import { makeInvoice } from './invoices.ts';
import { medianOf } from './measure.ts';

/** Cost of preparing a small invoice for sending; times in milliseconds. */
type PreparationCost = {
  readonly bytes: number;
  /** Parsing, extracting the tax data, building and validating the envelope; without lookups or storage. */
  readonly own: number;
};

/** The same number of runs is executed before, uncounted, as a warm-up. */
const RUNS = 300;
const LINES = 4;
const RECEIVER = '0245:2020273893';
const OPTIONS = { owner: 'bench', signal: new AbortController().signal };

/**
 * Measures the service's own part of a preparation (the job `document.prepare-send`) in this process: without the
 * lookup, the partner, the database, and the transfer to a thread.
 */
export async function measurePreparation(root: string, runs: number = RUNS): Promise<PreparationCost> {
  const validationPool = validationPoolOf({ validator: await makeBenchValidator(root) });
  const find = makeSandboxFind(Date.now);
  const lookup: Lookup = async (participant, { documentType, read = 'all' }) => ({
    ...(await find(participant, { documentType, read }, OPTIONS.signal)),
    ...{ cached: false, stale: false, stale_reason: null, age_seconds: 0 },
  });
  const sending = makeSending({ validationPool, peppol: { lookup }, now: Date.now, newUuid: randomUUID });
  const invoice = makeInvoice(LINES);
  const times: number[] = [];
  for (let run = -runs; run < runs; run++) {
    const start = performance.now();
    const prepared = await sending.prepare(
      { invoice, receiver: RECEIVER, messageStatus: null, country: null },
      OPTIONS,
    );
    if (!prepared.ok) throw new Error(`the invoice cannot be prepared: ${prepared.failure.code}`);
    if (run >= 0) times.push(performance.now() - start);
  }
  return { bytes: invoice.length, own: medianOf(times) };
}
