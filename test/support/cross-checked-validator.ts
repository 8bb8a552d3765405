import { join } from 'node:path';
import { makeSaxonValidator } from '../../src/modules/validation/reference-validator/index.ts';
import { makePackValidator, type PackValidator } from './pack-validator.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

/**
 * Loads the pack in a folder of `schematron/`; in `npm run test:long` for both engines, since SaxonJS takes ten
 * seconds to compile a pack.
 *
 * @returns a validator with the engine's result, which throws when SaxonJS, if used, gives another result
 */
export async function makeCrossCheckedValidator(folder: string): Promise<PackValidator> {
  const engine = await makePackValidator(folder);
  if (process.env.BOTH_PROCESSORS === undefined) return engine;
  const saxon = await makeSaxonValidator({
    schemaFile: join(ROOT, 'schematron', folder, engine.pack.manifest.schema),
    cacheDir: join(ROOT, 'node_modules/.cache/reference'),
  });
  return {
    pack: engine.pack,
    validate(xml) {
      const found = engine.validate(xml);
      const { findings, error } = saxon.validate(xml);
      if (error !== null) throw new Error(`SaxonJS stopped: ${error.code} ${error.message}`);
      const other = findings.map(({ ruleId, undetermined }) => (undetermined === null ? ruleId : `${ruleId}?`)).sort();
      if (found.join(' ') !== other.join(' ')) throw new Error(`the engine: ${found}; SaxonJS: ${other}`);
      return found;
    },
  };
}
