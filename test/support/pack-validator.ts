import { runPack } from '@e-invoice/schematron';
import { parseXml } from '@e-invoice/schematron/xml';
import type { Pack } from '@e-invoice/validator/validation';
import { describeEngine, loadPack } from '../../src/modules/rules/loader/index.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

/** A pack with its validator, from XML to the sorted ids of fired rules, with repetitions; `<id>?`: not evaluated. */
export type PackValidator = { readonly pack: Pack; readonly validate: (xml: string) => string[] };

/** Loads the pack in a folder of `schematron/` for the product's engine. */
export async function makePackValidator(folder: string): Promise<PackValidator> {
  const options = { cacheDir: `${ROOT}node_modules/.cache/packs`, engine: describeEngine(ROOT).digest };
  const pack = await loadPack(`${ROOT}schematron/${folder}`, options);
  const validate = (xml: string): string[] => {
    const parsed = parseXml(new TextEncoder().encode(xml), { names: pack.names });
    if (!parsed.ok) throw new Error(`not well-formed: ${parsed.faults[0]?.reason}`);
    return runPack(pack, parsed.document)
      .map(({ ruleId, undetermined }) => (undetermined === null ? ruleId : `${ruleId}?`))
      .sort();
  };
  return { pack, validate: validate };
}
