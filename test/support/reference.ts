import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../src/app.ts';
import type { FileResult } from '../../src/issues/index.ts';
import { LAYERS } from '../../src/issues/index.ts';
import {
  type Comparison,
  compareOpinions,
  type Judged,
  judgeFile,
  loadPackJudge,
  makeStructureJudge,
  type PackJudge,
} from '../../src/reference/index.ts';
import { findRoot } from '../../src/runtime/index.ts';
import { makeValidator } from '../../src/validation/index.ts';

const root = findRoot();
const limits = { bytes: 10_000_000, depth: 200 };

/** What the reference is set up with, for the packs of the project. */
export const referenceSetup = {
  structureFolder: join(root, 'schematron/ubl-2.1'),
  packs: [
    ['en16931-ubl', '1.3.16'],
    ['peppol-bis-3', '2026.5'],
    ['peppol-selfbilling-3', '2026.5'],
    ['sk', '1.0.0'],
  ].map(([id = '', version = '']) => ({
    id,
    version,
    folder: join(root, 'schematron', id, version),
    cacheDir: join(root, 'dist/reference'),
  })),
  limits,
};

/** Judges a file, by the ruleset of its profile unless another one is asked for. */
export type BothJudges = (
  bytes: Uint8Array,
  ruleset?: string,
) => {
  readonly local: FileResult;
  readonly reference: Judged;
  readonly comparison: Comparison;
};

/** Both judges in this process, with every pack of the project; the second one's rules run by SaxonJS unless told. */
export async function makeBothJudges(makeJudge?: Parameters<typeof loadPackJudge>[1]): Promise<BothJudges> {
  const read = (name: string): string => readFileSync(join(referenceSetup.structureFolder, name), 'utf8');
  const structure = makeStructureJudge({ structure: read('structure.tsv'), datatypes: read('datatypes.tsv') }, limits);
  const packs = new Map<string, PackJudge>();
  for (const place of referenceSetup.packs) {
    packs.set(`${place.id}@${place.version}`, await loadPackJudge(place, makeJudge));
  }
  const validator = makeValidator({
    packs: await loadRulePacks(root),
    structure: loadUblStructure(root),
    codeLists: loadCodeLists(root),
    limits: { bytes: limits.bytes },
  });
  return (bytes, ruleset) => {
    const local = validator.validate(bytes, { filename: null, ruleset, today: '2026-11-21', clock: () => 0 });
    const applied = [...local.ruleset.layers, ...local.ruleset.skipped.map(({ layer }) => layer), 'UBL'];
    const reference = judgeFile(bytes, {
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

/** Every rule that the packs of the project can report. */
export async function ruleIdsOfPacks(): Promise<string[]> {
  return [...new Set((await loadRulePacks(root)).flatMap(({ ruleIds }) => ruleIds))];
}
