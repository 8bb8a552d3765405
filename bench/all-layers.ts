import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../src/app.ts';
import { makeValidator, type Validator } from '../src/validation/index.ts';
import { parseXml } from '../src/xml/index.ts';
import { measureTogether } from './measure.ts';

/** What a validation costs beside reading the file; times in milliseconds. */
export type LayersCost = {
  readonly ruleset: string;
  readonly parse: number;
  readonly validate: number;
  /** Everything but reading, as a multiple of reading. */
  readonly ratio: number;
};

/** How processes of the service treat young objects (`src/runtime/keep-running.ts`). */
const HEAP = ['--max-semi-space-size=64', '--no-allocation-site-pretenuring'];

/** Measures in a process of its own: another judge in the same heap would slow what is measured. */
export async function measureLayersApart(lines: number): Promise<LayersCost> {
  const script = fileURLToPath(new URL('./layers-process.ts', import.meta.url));
  const child = fork(script, [String(lines)], { execArgv: [...process.execArgv, ...HEAP] });
  const answers = [once(child, 'message'), once(child, 'exit').then(() => [null])];
  const [cost] = (await Promise.race(answers)) as [LayersCost | null];
  if (cost === null) throw new Error('the process that measures all layers ended early');
  if (child.exitCode === null) await once(child, 'exit');
  return cost;
}

const WARM_UP_FILES = 6_000;

/** The validator of the service, as it judges in operation. */
export const makeBenchValidator = async (root: string): Promise<Validator> =>
  makeValidator({
    packs: await loadRulePacks(root),
    structure: loadUblStructure(root),
    codeLists: loadCodeLists(root),
  });

/** The result of one validation through the public validator. */
export const validateOnce = (validator: Validator, bytes: Uint8Array) =>
  validator.validate(bytes, { filename: null, today: '2026-11-21', clock: () => performance.now() });

/**
 * Measures one validation with every layer against reading the same bytes, in short turns, so that a busy machine
 * slows both alike.
 *
 * @throws Error when the invoice has an issue: telling of it would be measured too
 */
export function measureLayers(validator: Validator, bytes: Uint8Array): LayersCost {
  const { issues, ruleset } = validateOnce(validator, bytes);
  if (issues.length > 0) throw new Error(`the invoice breaks ${issues.map(({ rule_id }) => rule_id).join(' ')}`);
  const works = { parse: () => parseXml(bytes), validate: () => validateOnce(validator, bytes) };
  // Most rules are called a few times a file, and are compiled well only after thousands of files.
  for (let file = 0; file < WARM_UP_FILES; file++) works.validate();
  const { parse, validate } = measureTogether(works, { rounds: 80, turnMilliseconds: 25 });
  return {
    ruleset: ruleset.id,
    parse: parse.median,
    validate: validate.median,
    ratio: (validate.median - parse.median) / parse.median,
  };
}
