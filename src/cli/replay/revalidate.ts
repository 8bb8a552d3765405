import type { FileResult } from '@e-invoice/validator/issues';
import { makeValidator, requestedLayers, type ValidatorParts } from '@e-invoice/validator/validation';
import type { Report } from '../../modules/evidence/report.ts';

/** Validates with the rule packs that the report names, with the date of the report as today. */
export function revalidate(
  { ruleset, created_at, document_type, issues }: Report,
  invoice: Uint8Array,
  parts: Pick<ValidatorParts, 'packs' | 'structure' | 'codeLists' | 'cii'>,
): FileResult {
  const isUnsupported = issues.some(({ rule_id }) => rule_id === 'CII-UNSUPPORTED');
  const validator = makeValidator({ ...parts, limits: { bytes: invoice.length } });
  return validator.validate(invoice, {
    filename: null,
    // Reports from before `coverage` was recorded have no issues that depend on it.
    repeat: { ...ruleset, coverage: ruleset.coverage ?? 'asked' },
    layers: requestedLayers(ruleset),
    cii: document_type === 'cii' && !isUnsupported ? 'validate' : 'unsupported',
    today: created_at.slice(0, 10),
    clock: () => 0,
  });
}
