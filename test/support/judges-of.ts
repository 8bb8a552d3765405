import { type Validator, whenReady } from '@e-invoice/validator/validation';
import { readAddressing } from '../../src/envelope/index.ts';
import { previewOf } from '../../src/judging/answer.ts';
import type { Judges } from '../../src/judging/index.ts';
import { readParticulars } from '../../src/particulars/index.ts';
import { tellTaxData } from '../../src/tax-data/index.ts';

/** Judges without threads, for what is tested around them; a validator that is replaced later is asked then. */
export function judgesOf(parts: { readonly validator: Pick<Validator, 'validate'> }): Judges {
  return {
    judge: async (bytes, request) =>
      whenReady(() => parts.validator.validate(bytes, { ...request, clock: () => performance.now() })),
    preview: async (request) => whenReady(() => previewOf(parts.validator, request)),
    warmUp: () => undefined,
    readAddressing: async (bytes) => readAddressing(bytes),
    taxData: async (bytes, request) => tellTaxData(bytes, request),
    particulars: async (bytes) => readParticulars(bytes),
    waiting: () => 0,
    close: async () => undefined,
  };
}
