import type { Difference } from '../../src/modules/validation/reference-validator/index.ts';
import type { ValidateWithBoth } from '../support/reference.ts';
import { faultsOfCauses } from '../validation/root-causes/file-validator.ts';
import { SaxonHeEnded } from './saxon-he.ts';

export type Discrepancy = { readonly rule: string; readonly detail: string };

/**
 * Differences between both validators for a file, in a stable notation (`BR-01 2/1 +/Invoice`), including crashes,
 * and inconsistencies in the root causes of the engine.
 */
export function differencesIn(both: ValidateWithBoth, bytes: Uint8Array, ruleset?: string): Discrepancy[] {
  try {
    const { comparison, local, reference } = both(bytes, ruleset);
    const unexplained = comparison.differences.filter(({ explanation }) => explanation === null);
    // The reference has no rules for the document either, which it does not report.
    const isWithoutRules = local.issues.some(
      ({ rule_id, level }) => rule_id === 'RULESET-NOT-INSTALLED' && level === 'fatal',
    );
    const levels =
      isWithoutRules || local.valid === reference.valid
        ? []
        : [{ rule: 'valid', detail: `${local.valid}/${reference.valid}` }];
    const causes = faultsOfCauses(local)
      .filter((detail) => !detail.includes(' has the text ') || !quotesOddly(bytes))
      .map((detail) => ({ rule: 'causes', detail }));
    return [...unexplained.map(describeDifference), ...(comparison.differences.length === 0 ? levels : []), ...causes];
  } catch (error) {
    if (error instanceof SaxonHeEnded) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    return [{ rule: 'stopped', detail }];
  }
}

/** Whether a quote from the document looks like a placeholder in a text. */
const quotesOddly = (bytes: Uint8Array): boolean =>
  /[{}]|undefined|null/.test(Buffer.from(bytes).toString('latin1').replaceAll('\0', ''));

const describeDifference = ({ rule_id, local, schematron, places }: Difference) => ({
  rule: rule_id,
  detail: `${local}/${schematron} ${[...places.local.map((it) => `+${it}`), ...places.schematron.map((it) => `-${it}`)].join(' ')}`,
});
