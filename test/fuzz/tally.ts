import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { FileResult } from '@e-invoice/validator/issues';

/** Coverage of a run: a fuzzer that breaks every document in the same way would prove nothing. */
export type Tally = {
  /** Seed of the next document. */
  next: number;
  documents: number;
  bytes: number;
  seconds: number;
  differing: number;
  /** Documents with a known bug of Saxon-HE, by bug. */
  readonly faults: Record<string, number>;
  /** Documents with valid XML and UBL structure, and documents without a fatal issue. */
  sound: number;
  valid: number;
  /** Number of documents by number of distinct broken rules. */
  readonly breadth: Record<string, number>;
  /** Number of documents in which each rule fired, and failed with an error. */
  readonly fired: Record<string, number>;
  readonly undetermined: Record<string, number>;
  /** Number of documents per rule set. */
  readonly rulesets: Record<string, number>;
};

/** Reads the tally from a file, to continue the run; creates a new one with the seed when the file is missing. */
export function readTally(file: string | undefined, seed: number): Tally {
  if (file !== undefined && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Tally;
  const counts = { next: seed, documents: 0, bytes: 0, seconds: 0, differing: 0, sound: 0, valid: 0 };
  return { ...counts, faults: {}, breadth: {}, fired: {}, undetermined: {}, rulesets: {} };
}

export function writeTally(file: string | undefined, tally: Tally): void {
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(tally)}\n`);
}

export const add = (counts: Record<string, number>, key: string): void => {
  counts[key] = (counts[key] ?? 0) + 1;
};

/** Adds the result of a document. */
export function count(tally: Tally, { issues, valid, ruleset }: FileResult, bytes: number): void {
  const broken = (layers: readonly string[]): boolean => issues.some(({ layer }) => layers.includes(layer));
  const ofPacks = issues.filter(({ layer }) => !['XML', 'SBDH', 'UBL'].includes(layer));
  const rules = new Set(ofPacks.map(({ rule_id }) => rule_id));
  tally.bytes += bytes;
  if (!broken(['XML', 'UBL'])) tally.sound += 1;
  if (valid) tally.valid += 1;
  add(tally.breadth, String(rules.size));
  for (const rule of rules) add(tally.fired, rule);
  const stopped = new Set(ofPacks.filter(({ undetermined }) => undetermined).map(({ rule_id }) => rule_id));
  for (const rule of stopped) add(tally.undetermined, rule);
  add(tally.rulesets, ruleset.id);
}

const MAX_LISTED = 100;

/** Formats the tally in a few lines; `ruleIds` are all rules that may fire. */
export function reportTally(tally: Tally, ruleIds: readonly string[]): string[] {
  const { documents, bytes, seconds, differing, faults, sound, valid, breadth, fired, undetermined, rulesets } = tally;
  const share = (part: number): string => `${((100 * part) / Math.max(documents, 1)).toFixed(1)} %`;
  const atLeast = (least: number): number =>
    Object.entries(breadth).reduce((sum, [size, number]) => (Number(size) >= least ? sum + number : sum), 0);
  const never = ruleIds.filter((rule) => fired[rule] === undefined);
  return [
    `${documents} documents (${(bytes / 1e6).toFixed(0)} MB) in ${seconds.toFixed(0)} s, ${differing} with a difference`,
    `structure valid ${share(sound)}, valid ${share(valid)}; rule sets ${Object.entries(rulesets)
      .sort(([, a], [, b]) => b - a)
      .map(([id, number]) => `${id} ${share(number)}`)
      .join(', ')}`,
    `documents that break at least 1, 2, 5, 10, 20 distinct rules: ${[1, 2, 5, 10, 20].map((least) => share(atLeast(least))).join(', ')}`,
    `${ruleIds.length - never.length} of ${ruleIds.length} rules fired, ${Object.keys(undetermined).length} stopped with an error somewhere`,
    ...Object.entries(faults).map(([detail, number]) => `${number} documents on which only Saxon-HE ${detail}`),
    ...(never.length === 0 || never.length > MAX_LISTED ? [] : [`never: ${never.join(' ')}`]),
  ];
}
