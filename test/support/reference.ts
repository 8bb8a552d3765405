import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileResult } from '@e-invoice/validator/issues';
import { LAYERS } from '@e-invoice/validator/issues';
import { listRulesets, makeValidator, type RulePack } from '@e-invoice/validator/validation';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../src/app.ts';
import {
  type Comparison,
  compareOpinions,
  loadReferencePack,
  type ReferencePack,
  type ValidationOutcome,
  validateFile,
} from '../../src/modules/validation/reference-validator/index.ts';
import { makeStructureJudge } from '../../src/modules/validation/reference-validator/structure.ts';
import { findRoot } from '../../src/platform/index.ts';

const root = findRoot();
const limits = { bytes: 10_000_000, depth: 200 };

const placeOf = ({ id, version }: { readonly id: string; readonly version: string }) => ({
  id,
  version,
  folder: join(root, 'schematron', id, version),
  cacheDir: join(root, 'dist/reference'),
});

/** Setup of the reference validator, for the packs of the project. */
export const referenceSetup = {
  structureFolder: join(root, 'schematron/ubl-2.1'),
  packs: [
    ['en16931-ubl', '1.3.16'],
    ['peppol-bis-3', '2026.5'],
    ['peppol-selfbilling-3', '2026.5'],
    ['sk', '1.0.0'],
  ].map(([id = '', version = '']) => placeOf({ id, version })),
  limits,
};

/** Validates a file, by default with the rule set of its profile. */
export type ValidateWithBoth = (
  bytes: Uint8Array,
  ruleset?: string,
) => {
  readonly local: FileResult;
  readonly reference: ValidationOutcome;
  readonly comparison: Comparison;
};

function packsOf(packs: readonly RulePack[], name: string) {
  const all = listRulesets(packs);
  const found = all.find(({ id, version }) => `${id}@${version}` === name);
  if (found !== undefined) return found.packs;
  throw new Error(
    `There is no rule set ${name}. There are: ${all.map(({ id, version }) => `${id}@${version}`).join(', ')}`,
  );
}

/**
 * Both validators in this process; the reference runs its rules with SaxonJS by default.
 *
 * @param only name of a rule set, for example of an earlier release: only its packs; null: the newest of all
 * @throws Error with the available rule sets when it does not exist
 */
export async function makeBothValidators(
  makeSaxon?: Parameters<typeof loadReferencePack>[1],
  only: string | null = null,
): Promise<ValidateWithBoth> {
  const all = await loadRulePacks(root);
  const read = (name: string): string => readFileSync(join(referenceSetup.structureFolder, name), 'utf8');
  const structure = makeStructureJudge({ structure: read('structure.tsv'), datatypes: read('datatypes.tsv') }, limits);
  const packs = new Map<string, ReferencePack>();
  for (const place of only === null ? referenceSetup.packs : packsOf(all, only).map(placeOf)) {
    packs.set(`${place.id}@${place.version}`, await loadReferencePack(place, makeSaxon));
  }
  const validator = makeValidator({
    packs: all,
    structure: loadUblStructure(root),
    codeLists: loadCodeLists(root),
    limits: { bytes: limits.bytes },
  });
  return (bytes, ruleset) => {
    const local = validator.validate(bytes, { filename: null, ruleset, today: '2026-11-21', clock: () => 0 });
    const applied = [...local.ruleset.layers, ...local.ruleset.skipped.map(({ layer }) => layer), 'UBL'];
    const reference = validateFile(bytes, {
      structure,
      packs: local.ruleset.packs.map(({ id, version }) => packs.get(`${id}@${version}`)!),
      layers: LAYERS.filter((layer) => layer !== 'SBDH' && applied.includes(layer)),
      limits,
      clock: () => performance.now(),
    });
    const comparison = compareOpinions(
      { ...local, status: 'judged', judge: 'engine', layers: local.ruleset.layers },
      reference,
      null,
    );
    return { local, reference, comparison };
  };
}

/** All rules that the packs of the project can report. */
export async function ruleIdsOfPacks(): Promise<string[]> {
  return [...new Set((await loadRulePacks(root)).flatMap(({ ruleIds }) => ruleIds))];
}
