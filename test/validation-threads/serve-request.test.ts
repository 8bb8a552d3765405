import { expect, it } from 'vitest';
import { answerOf } from '../../src/modules/validation/serve-request.ts';
import type { Request } from '../../src/modules/validation/thread-messages.ts';
import { makeInvoice } from '../support/invoice-builder.ts';

const bytes = Buffer.from(makeInvoice());
const validator = {
  validate: (): never => {
    throw new Error('no file is validated here');
  },
};

it.each<[string, Request, string]>([
  ['addressing', { kind: 'addressing', bytes }, 'addressing'],
  ['particulars', { kind: 'particulars', bytes }, 'particulars'],
  ['tax data', { kind: 'tax data', bytes, request: { role: 'C2', at: 0, form: 'xml', language: 'sk' } }, 'taxData'],
])('reads %s within the limits of the validator (MAX_XML_BYTES)', async (_, request, field) => {
  expect(await answerOf(validator, request, { bytes: bytes.length })).toMatchObject({ [field]: expect.anything() });
  expect(await answerOf(validator, request, { bytes: bytes.length - 1 })).toMatchObject({ [field]: null });
});
