import type { FileResult } from '@e-invoice/validator/issues';
import { makeValidator, requestedLayers, type ValidatorParts } from '@e-invoice/validator/validation';
import type { Report } from '../../modules/evidence/report.ts';

/** Judges by the packs that the report names, as on the day of the report. */
export function revalidate(
  { ruleset, created_at }: Report,
  invoice: Uint8Array,
  parts: Pick<ValidatorParts, 'packs' | 'structure' | 'codeLists'>,
): FileResult {
  const validator = makeValidator({ ...parts, limits: { bytes: invoice.length } });
  return validator.validate(invoice, {
    filename: null,
    // Reports of before the coverage was told have no issue that comes from it.
    repeat: { ...ruleset, coverage: ruleset.coverage ?? 'asked' },
    layers: requestedLayers(ruleset),
    today: created_at.slice(0, 10),
    clock: () => 0,
  });
}
