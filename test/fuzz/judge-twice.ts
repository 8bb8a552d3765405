import type { Difference } from '../../src/modules/validation/reference-validator/index.ts';
import type { BothJudges } from '../support/reference.ts';
import { faultsOfCauses } from '../validation/root-causes/judge.ts';
import { SaxonHeEnded } from './saxon-he.ts';

export type Told = { readonly rule: string; readonly says: string };

/**
 * Differences between both validators for a file, in a stable notation (`BR-01 2/1 +/Invoice`), including crashes,
 * and inconsistencies in the root causes of the engine.
 */
export function differencesIn(both: BothJudges, bytes: Uint8Array, ruleset?: string): Told[] {
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
        : [{ rule: 'valid', says: `${local.valid}/${reference.valid}` }];
    const causes = faultsOfCauses(local)
      .filter((says) => !says.includes(' says ') || !quotesOddly(bytes))
      .map((says) => ({ rule: 'causes', says }));
    return [...unexplained.map(tell), ...(comparison.differences.length === 0 ? levels : []), ...causes];
  } catch (error) {
    if (error instanceof SaxonHeEnded) throw error;
    const says = error instanceof Error ? error.message : String(error);
    return [{ rule: 'stopped', says }];
  }
}

/** Whether a quote from the document looks like a placeholder in a text. */
const quotesOddly = (bytes: Uint8Array): boolean =>
  /[{}]|undefined|null/.test(Buffer.from(bytes).toString('latin1').replaceAll('\0', ''));

const tell = ({ rule_id, local, schematron, places }: Difference) => ({
  rule: rule_id,
  says: `${local}/${schematron} ${[...places.local.map((it) => `+${it}`), ...places.schematron.map((it) => `-${it}`)].join(' ')}`,
});
