import { compareFiles, convertFile } from '@e-invoice/validator/conversion';
import { type Validator, validateEnvelope, whenReady } from '@e-invoice/validator/validation';
import { readAddressing } from '../../src/modules/exchange/envelope/index.ts';
import { readForSending, readParticulars } from '../../src/modules/exchange/invoice-facts/index.ts';
import { makeNetworkRules } from '../../src/modules/rules/loader/index.ts';
import type { ValidationPool } from '../../src/modules/validation/index.ts';
import { answerOf, previewOf } from '../../src/modules/validation/serve-request.ts';
import { findRoot } from '../../src/platform/index.ts';

const network = makeNetworkRules(findRoot(), '2026-11-22');

/**
 * Validates without threads, for tests of the surrounding code; uses the current `validator` of the object on each
 * call.
 */
export function validationPoolOf(parts: { readonly validator: Pick<Validator, 'validate'> }): ValidationPool {
  return {
    validate: async (bytes, request) =>
      whenReady(() => parts.validator.validate(bytes, { ...request, clock: () => performance.now() })),
    validateTogether: async (files) => files.map(() => null),
    preview: async (request) => whenReady(() => previewOf(parts.validator, request)),
    warmUp: () => undefined,
    warmUpForLarge: () => undefined,
    readAddressing: async (bytes) => readAddressing(bytes),
    readForSending: async (bytes, at) => readForSending(bytes, { at }),
    taxData: async (bytes, request) => {
      const reply = await answerOf(parts.validator, { kind: 'tax data', bytes, request }, {}, network);
      if (reply.kind !== 'tax data') throw new Error(`a validator replied with ${reply.kind}`);
      return reply.taxData && { ...reply.taxData, findings: reply.findings };
    },
    particulars: async (bytes) => readParticulars(bytes),
    validateStatusMessage: (bytes, { pack, today }) => network.validate(bytes, pack, today),
    validateEnvelope: async (bytes) => validateEnvelope(bytes),
    convert: async (bytes, to) => convertFile(bytes, to),
    compare: async (left, right) => compareFiles(left, right),
    waiting: () => 0,
    close: async () => undefined,
  };
}
