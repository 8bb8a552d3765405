import { join } from 'node:path';
import { runPack } from '@e-invoice/schematron';
import { parseXml } from '@e-invoice/schematron/xml';
import {
  findViolations,
  makeRestrictionTable,
  readRestrictions,
} from '../../packages/validator/src/validation/layers/restrictions/index.ts';
import { describeEngine, loadPack, readRestrictionTable } from '../../src/modules/rules/loader/index.ts';
import { loadReferencePack } from '../../src/modules/validation/reference-validator/index.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

export type ReleaseValidator = {
  readonly ruleIds: readonly string[];
  /** From XML to the sorted ids of fired rules, with repetitions. */
  readonly validate: (xml: string) => string[];
};

/**
 * Loads a release in a folder of `schematron/` (rules and restriction table) for both engines.
 *
 * @returns a validator with the engine's result, which throws when SaxonJS gives another result
 */
export async function makeReleaseValidator(folder: string): Promise<ReleaseValidator> {
  const at = join(ROOT, 'schematron', folder);
  const [id = '', version = ''] = folder.split('/');
  const options = { cacheDir: join(ROOT, 'node_modules/.cache/packs'), engine: describeEngine(ROOT).digest };
  const pack = await loadPack(at, options);
  const { restrictions } = pack.manifest;
  const rows = typeof restrictions === 'string' ? readRestrictions(readRestrictionTable(join(at, restrictions))) : [];
  const table = makeRestrictionTable(rows, pack.names);
  const second = await loadReferencePack({
    id,
    version,
    folder: at,
    cacheDir: join(ROOT, 'node_modules/.cache/reference'),
  });
  return {
    ruleIds: [...pack.rules.map((rule) => rule.id), ...rows.map(({ ruleId }) => ruleId)],
    validate(xml) {
      const parsed = parseXml(new TextEncoder().encode(xml), { names: pack.names });
      if (!parsed.ok) throw new Error(`not well-formed: ${parsed.faults[0]?.reason}`);
      const idOf = (ruleId: string, undetermined: unknown): string => (undetermined === null ? ruleId : `${ruleId}?`);
      const found = [
        ...runPack(pack, parsed.document).map(({ ruleId, undetermined }) => idOf(ruleId, undetermined)),
        ...findViolations(table, parsed.document).map(({ restriction }) => restriction.ruleId),
      ].sort();
      const other = second.judges
        .flatMap((validator) => validator.validate(xml).findings)
        .map(({ ruleId, undetermined }) => idOf(ruleId, undetermined))
        .sort();
      if (found.join(' ') !== other.join(' ')) throw new Error(`the engine: ${found}; SaxonJS: ${other}`);
      return found;
    },
  };
}
