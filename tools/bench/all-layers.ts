import { fork } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseXml, type XmlLimits } from '@e-invoice/schematron/xml';
import { makeValidator, type Validator } from '@e-invoice/validator/validation';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { validationNodeOptions } from '../../src/platform/index.ts';
import { ALLOCATION_HEAP, type Allocation } from './allocation.ts';
import { type MeasureOptions, measureTogether } from './measure.ts';
import type { RulesCost } from './rules.ts';

/** Times in milliseconds. */
export type LayersCost = {
  readonly ruleset: string;
  readonly parse: number;
  readonly validate: number;
  /** The validation that the machine disturbed least: what growth is computed from. */
  readonly fastest: number;
  /** Everything but reading, as a multiple of reading, both in one process and in turns. */
  readonly ratio: number;
  /** Everything but reading, as a multiple of what reading costs by saxes, the library, in the same turns. */
  readonly ratioToLibrary: number;
};

/** One invoice by all layers: in turns with reading, against a process that only reads, and its memory. */
export type LayersRow = LayersCost & {
  readonly lines: number;
  readonly bytes: number;
  /** Reading in a process that does nothing else. */
  readonly parseAlone: number;
  /** What the process grew by, at its largest, for one file, as a multiple of the file. */
  readonly memory: number;
};

export type LayersTask = 'parse' | 'layers' | 'memory' | 'rules' | 'large' | 'allocation';

/** Measures one invoice, each figure in a process of its own: another judge in the same heap would slow it. */
export async function measureAllLayers(lines: number, bytes: number): Promise<LayersRow> {
  const cost = (await measureApart('layers', lines)) as LayersCost;
  const parseAlone = (await measureApart('parse', lines)) as number;
  const grown = (await measureApart('memory', lines)) as number;
  return { ...cost, lines, bytes, parseAlone, memory: grown / bytes };
}

/** The rules of `peppol-bis-3` beside reading. */
export const measureRulesApart = async (lines: number): Promise<RulesCost> =>
  (await measureApart('rules', lines)) as RulesCost;

/** What each phase allocates for one invoice. */
export const measureAllocationApart = async (lines: number): Promise<Allocation> =>
  (await measureApart('allocation', lines, ALLOCATION_HEAP)) as Allocation;

/** The first file of a process, with many details on every line. */
export const measureLargeApart = async (lines: number): Promise<LargeCost> =>
  (await measureApart('large', lines)) as LargeCost;

async function measureApart(
  task: LayersTask,
  lines: number,
  options: readonly string[] = validationNodeOptions(process.versions.node),
): Promise<unknown> {
  const script = fileURLToPath(new URL('./layers-process.ts', import.meta.url));
  const child = fork(script, [task, String(lines)], { execArgv: [...process.execArgv, ...options] });
  const answers = [once(child, 'message'), once(child, 'exit').then(() => [null])];
  const [answer] = (await Promise.race(answers)) as [unknown];
  if (answer === null) throw new Error(`the process that measures ${task} ended early`);
  if (child.exitCode === null) await once(child, 'exit');
  return answer;
}

/** Most rules are called a few times a file, and are compiled well only after thousands of files. */
const WARM_UP_BYTES = 60_000_000;

const warmUp = (work: () => unknown, { length }: Uint8Array): void => {
  for (let file = 0; file < Math.max(3, WARM_UP_BYTES / length); file++) work();
};

/** The validator of the service, as it judges in operation. */
export const makeBenchValidator = async (root: string, limits: Partial<XmlLimits> = {}): Promise<Validator> =>
  makeValidator({
    limits,
    packs: await loadRulePacks(root),
    structure: loadUblStructure(root),
    codeLists: loadCodeLists(root),
    sha256: (content) => hash('sha256', content),
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
  const forLibrary = leaveToLibrary(bytes);
  const names = validator.packs[0]!.pack.names;
  const works = {
    parse: () => parseXml(bytes, { names }),
    library: () => parseXml(forLibrary, { names }),
    validate: () => validateOnce(validator, bytes),
  };
  warmUp(works.validate, bytes);
  warmUp(works.library, bytes);
  const { parse, library, validate } = measureTogether(works, turnsFor(bytes));
  return {
    ruleset: ruleset.id,
    parse: parse.median,
    validate: validate.median,
    fastest: validate.fastest,
    ratio: (validate.median - parse.median) / parse.median,
    ratioToLibrary: (validate.median - parse.median) / library.median,
  };
}

/** The same invoice in an encoding that our own reader of plain UTF-8 leaves to saxes. */
function leaveToLibrary(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString('latin1');
  const other = text.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"');
  if (other === text) throw new Error('the invoice does not declare UTF-8');
  return Buffer.from(other, 'latin1');
}

/** Few rounds where one call takes longer than a turn. */
const turnsFor = ({ length }: Uint8Array): MeasureOptions => ({
  rounds: length > 1_000_000 ? 8 : 80,
  turnMilliseconds: 25,
});

/** A loop that only reads, in a process that never did anything else: milliseconds a file. */
export function measureParsing(bytes: Uint8Array): number {
  const works = { parse: () => parseXml(bytes) };
  warmUp(works.parse, bytes);
  return measureTogether(works, turnsFor(bytes)).parse.median;
}

/** By how many bytes the process is larger, at its largest, for having validated one such file. */
export function measureMemory(validator: Validator, bytes: Uint8Array): number {
  const before = process.memoryUsage().rss;
  validateOnce(validator, bytes);
  // In KiB, the most that the process ever held.
  return Math.max(0, process.resourceUsage().maxRSS * 1024 - before);
}

/** One file, the first of its process. Bytes of memory are what the process grew by, at its largest. */
export type LargeCost = {
  readonly bytes: number;
  readonly lines: number;
  readonly milliseconds: number;
  /** Of the processor, the collector's and the compiler's threads included: what a busy machine does not change much. */
  readonly processor: number;
  readonly memory: number;
};

export function measureLarge(validator: Validator, lines: number, bytes: Uint8Array): LargeCost {
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const used = process.cpuUsage();
  const { issues } = validateOnce(validator, bytes);
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  if (issues.length > 0) throw new Error(`the invoice breaks ${issues[0]!.rule_id}`);
  const memory = Math.max(0, process.resourceUsage().maxRSS * 1024 - before);
  return { bytes: bytes.length, lines, milliseconds: took, processor: (user + system) / 1000, memory };
}
