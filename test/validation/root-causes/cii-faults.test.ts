/**
 * Single mistakes in valid invoices made from seeds, converted to CII: a proven correction restores the invoice, and so
 * does the first correction of every sum.
 */
import { convertInvoice, digestTerms, findInvoice, readInvoice } from '@e-invoice/validator/invoice';
import { whenReady } from '@e-invoice/validator/validation';
import { beforeAll, expect, it } from 'vitest';
import { parseXml } from '../../../packages/schematron/src/xml/index.ts';
import { correct } from '../../../packages/validator/src/open/correct.ts';
import { openValidator } from '../../../src/modules/rules/loader/index.ts';
import { findRoot } from '../../../src/platform/index.ts';
import { makeRandom, makeRandomInvoice } from './random-invoice.ts';
import { faults } from './single-faults.ts';

const today = '2026-11-21';
const SEEDS = [1, 2];

type Validated = Awaited<ReturnType<typeof validate>>;
let validate: (xml: string) => Promise<import('@e-invoice/validator/issues').FileResult>;
beforeAll(async () => {
  const { validator } = await openValidator({ root: findRoot(), dataDir: null, maxXmlBytes: 1_000_000, today });
  validate = (xml) =>
    whenReady(() => validator.validate(Buffer.from(xml), { filename: null, today, clock: () => 0, cii: 'validate' }));
});

const documentIn = (xml: Uint8Array) => {
  const parsed = parseXml(xml);
  if (!parsed.ok) throw new Error('not well-formed');
  return parsed.document;
};
const toCii = (ubl: string): string =>
  convertInvoice(readInvoice(findInvoice(documentIn(Buffer.from(ubl)))!)!, 'cii').xml;

/** Whether a correction makes the wrong invoice the right one. */
function restores(wrong: string, { patch }: Validated['root_causes'][number]['corrections'][number], right: string) {
  const corrected = correct(Buffer.from(wrong), patch);
  return corrected !== null && digestTerms(documentIn(corrected)) === digestTerms(documentIn(Buffer.from(right)));
}

const RESTORED =
  /^(?:line amount|sum of lines|total with(?:out)? VAT|amount due|VAT total|tax of a rate|base of a rate|totals swapped|paid amount missing|allowance as a charge|decimal comma|thousands apart|currency in a number)$/;

it.each(faults.map(({ kind, put }) => [kind, put] as const))('a mistake in CII: %s', async (kind, put) => {
  for (const seed of SEEDS) {
    const ubl = makeRandomInvoice(seed);
    const wrongUbl = put(ubl, makeRandom(seed * 7 + 1));
    if (wrongUbl === null) continue;
    const [right, wrong] = [toCii(ubl), toCii(wrongUbl)];
    const { root_causes } = await validate(wrong);
    for (const { proven, corrections } of root_causes) {
      if (proven) expect(restores(wrong, corrections[0]!, right)).toBe(true);
    }
    const offered = root_causes.flatMap(({ corrections }) => corrections);
    if (RESTORED.test(kind)) expect(offered.some((one) => restores(wrong, one, right))).toBe(true);
    // Without the breakdown, no correction may leave the VAT out.
    if (kind === 'breakdown missing') expect(offered).toEqual([]);
  }
});
