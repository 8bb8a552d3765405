import { runPack } from '@e-invoice/schematron';
import { parseXml } from '@e-invoice/schematron/xml';
import {
  findViolations,
  makeRestrictionTable,
  readRestrictions,
} from '../../packages/validator/src/validation/layers/restrictions/index.ts';
import { describeEngine, loadPack, readRestrictionTable } from '../../src/modules/rules/loader/index.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

/**
 * Loads a release of the EN 16931 pack (rules and syntax restrictions). Returns a validator from XML to the sorted
 * ids of fired rules, with repetitions; a rule that could not be evaluated is `<id>?`.
 */
export const makeEn16931Validator = (release = '1.3.16'): Promise<(xml: string) => string[]> =>
  makePackValidator(`en16931-ubl/${release}`);

/** The same for the pack for CII. */
export const makeCiiValidator = (): Promise<(xml: string) => string[]> => makePackValidator('en16931-cii/1.3.16');

async function makePackValidator(release: string): Promise<(xml: string) => string[]> {
  const folder = `${ROOT}schematron/${release}/`;
  const pack = await loadPack(folder, {
    cacheDir: `${ROOT}node_modules/.cache/packs`,
    engine: describeEngine(ROOT).digest,
  });
  const table = makeRestrictionTable(readRestrictions(readRestrictionTable(`${folder}restrictions.tsv`)), pack.names);
  return (xml) => {
    const parsed = parseXml(new TextEncoder().encode(xml), { names: pack.names });
    if (!parsed.ok) throw new Error(`not well-formed: ${parsed.faults[0]?.reason}`);
    const findings = runPack(pack, parsed.document);
    return [
      ...findings.map(({ ruleId, undetermined }) => (undetermined === null ? ruleId : `${ruleId}?`)),
      ...findViolations(table, parsed.document).map(({ restriction }) => restriction.ruleId),
    ].sort();
  };
}
