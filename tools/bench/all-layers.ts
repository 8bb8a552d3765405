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
type LayersCost = {
  readonly ruleset: string;
  readonly parse: number;
  readonly validate: number;
  /** Fastest validation, from which growth is computed, since it was disturbed least by the machine. */
  readonly fastest: number;
  /** Everything except parsing, as a multiple of parsing, measured alternately in one process. */
  readonly ratio: number;
  /** Everything except parsing, as a multiple of parsing with the saxes library, measured alternately. */
  readonly ratioToLibrary: number;
};

/**
 * One invoice with all layers: measured alternately with parsing, against a process that only parses, and memory use.
 */
export type LayersRow = LayersCost & {
  readonly lines: number;
  readonly bytes: number;
  /** Parsing in a separate process. */
  readonly parseAlone: number;
  /** Peak memory growth of the process for one file, as a multiple of the file. */
  readonly memory: number;
};

export type LayersTask = 'parse' | 'layers' | 'memory' | 'rules' | 'large' | 'allocation';

/** Measures one invoice, each figure in its own process: another validator in the same heap would slow it down. */
export async function measureAllLayers(lines: number, bytes: number): Promise<LayersRow> {
  const cost = (await measureApart('layers', lines)) as LayersCost;
  const parseAlone = (await measureApart('parse', lines)) as number;
  const grown = (await measureApart('memory', lines)) as number;
  return { ...cost, lines, bytes, parseAlone, memory: grown / bytes };
}

/** Rules of `peppol-bis-3` compared with parsing. */
export const measureRulesApart = async (lines: number): Promise<RulesCost> =>
  (await measureApart('rules', lines)) as RulesCost;

/** Allocation of each phase for one invoice. */
export const measureAllocationApart = async (lines: number): Promise<Allocation> =>
  (await measureApart('allocation', lines, ALLOCATION_HEAP)) as Allocation;

/** First file of a process, with many details per line. */
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
  if (answer === null) throw new Error(`the process that measures ${task} exited early`);
  if (child.exitCode === null) await once(child, 'exit');
  return answer;
}

/** Most rules are called a few times per file, and are optimised only after thousands of files. */
const WARM_UP_BYTES = 60_000_000;

const warmUp = (work: () => unknown, { length }: Uint8Array): void => {
  for (let file = 0; file < Math.max(3, WARM_UP_BYTES / length); file++) work();
};

/** The service's validator as configured in production. */
export const makeBenchValidator = async (root: string, limits: Partial<XmlLimits> = {}): Promise<Validator> =>
  makeValidator({
    limits,
    packs: await loadRulePacks(root),
    structure: loadUblStructure(root),
    codeLists: loadCodeLists(root),
    sha256: (content) => hash('sha256', content),
  });

/** Result of one validation through the public interface. */
export const validateOnce = (validator: Validator, bytes: Uint8Array) =>
  validator.validate(bytes, { filename: null, today: '2026-11-21', clock: () => performance.now() });

/**
 * Measures a validation with all layers against parsing of the same bytes, in short alternating rounds, so that load
 * on the machine affects both equally.
 *
 * @throws Error when the invoice has an issue, since rendering it would be measured too
 */
export function measureLayers(validator: Validator, bytes: Uint8Array): LayersCost {
  const { issues, ruleset } = validateOnce(validator, bytes);
  if (issues.length > 0) throw new Error(`the invoice violates ${issues.map(({ rule_id }) => rule_id).join(' ')}`);
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

/** Re-encodes the invoice, so that it is parsed by saxes instead of the fast path for plain UTF-8. */
function leaveToLibrary(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString('latin1');
  const other = text.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"');
  if (other === text) throw new Error('the invoice does not declare UTF-8');
  return Buffer.from(other, 'latin1');
}

/** Fewer rounds when one call takes longer than a round. */
const turnsFor = ({ length }: Uint8Array): MeasureOptions => ({
  rounds: length > 1_000_000 ? 8 : 80,
  turnMilliseconds: 25,
});

/** Parses in a loop, in a process that does nothing else: milliseconds per file. */
export function measureParsing(bytes: Uint8Array): number {
  const works = { parse: () => parseXml(bytes) };
  warmUp(works.parse, bytes);
  return measureTogether(works, turnsFor(bytes)).parse.median;
}

/** Peak memory growth of the process, in bytes, caused by validating one file. */
export function measureMemory(validator: Validator, bytes: Uint8Array): number {
  const before = process.memoryUsage().rss;
  validateOnce(validator, bytes);
  // In KiB, the maximum over the life of the process.
  return Math.max(0, process.resourceUsage().maxRSS * 1024 - before);
}

/** Cost of one file, the first of its process. Memory is the peak growth of the process in bytes. */
type LargeCost = {
  readonly bytes: number;
  readonly lines: number;
  readonly milliseconds: number;
  /**
   * Processor time including the threads of collector and compiler, which depends little on the load of the machine.
   */
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
  if (issues.length > 0) throw new Error(`the invoice violates ${issues[0]!.rule_id}`);
  const memory = Math.max(0, process.resourceUsage().maxRSS * 1024 - before);
  return { bytes: bytes.length, lines, milliseconds: took, processor: (user + system) / 1000, memory };
}
