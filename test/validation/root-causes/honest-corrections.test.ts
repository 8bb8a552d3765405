/** No correction that makes a file valid falsifies its books, for every kind of generated and realistic mistake. */
import { beforeAll, expect, it } from 'vitest';
import { correct } from '../../../packages/validator/src/open/correct.ts';
import { falsehoodsOf } from './books.ts';
import { makeFileValidator, type ValidateFile } from './file-validator.ts';
import { mistakes } from './mistakes.ts';
import { makeRandom, makeRandomInvoice } from './random-invoice.ts';
import { faults } from './single-faults.ts';

let validate: ValidateFile;

beforeAll(async () => {
  validate = await makeFileValidator();
});

/** `FAULT_SEEDS=200 npx vitest run test/validation/root-causes/honest-corrections.test.ts` tests more. */
const SEEDS = Number(process.env.FAULT_SEEDS ?? 1);

/** The corrections that the rules accept and that falsify the invoice. */
function falsifying(xml: string): string[] {
  return validate(xml).root_causes.flatMap(({ id, corrections }) =>
    corrections
      .filter(({ makes_valid }) => makes_valid)
      .flatMap(({ title, patch }) => {
        const copy = new TextDecoder().decode(correct(new TextEncoder().encode(xml), patch)!);
        return falsehoodsOf(copy).map((what) => `${id}: ${title.en}: ${what}`);
      }),
  );
}

it.each(faults.map((fault, index) => [fault.kind, fault, index] as const))('%s', (_, fault, index) => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const damaged = fault.put(makeRandomInvoice(seed * 1_000 + index), makeRandom(seed * 7_919 + index));
    if (damaged !== null) expect(falsifying(damaged)).toEqual([]);
  }
});

it.each(mistakes.map(({ name, xml }) => [name, xml] as const))('%s', (_, xml) => {
  expect(falsifying(xml)).toEqual([]);
});
