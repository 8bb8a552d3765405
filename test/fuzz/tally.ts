import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { FileResult } from '@e-invoice/validator/issues';

/** What a run has seen: a fuzzer that breaks every document in the same way would prove nothing. */
export type Tally = {
  /** The seed of the next document. */
  next: number;
  documents: number;
  bytes: number;
  seconds: number;
  differing: number;
  /** Documents on which Saxon-HE alone is wrong, by what it is known for. */
  readonly faults: Record<string, number>;
  /** Documents that XML and the structure of UBL let through, and those without any fatal issue. */
  sound: number;
  valid: number;
  /** How many documents break so many distinct rules of the packs. */
  readonly breadth: Record<string, number>;
  /** In how many documents each rule fired, and in how many it stopped with an error. */
  readonly fired: Record<string, number>;
  readonly undetermined: Record<string, number>;
  /** How many documents each ruleset judged. */
  readonly rulesets: Record<string, number>;
};

/** The tally in a file, to go on from; a new one that starts at the seed where there is none. */
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

/** Counts what was said of a document. */
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

/** The tally in a few lines; `ruleIds` are all that could fire. */
export function reportTally(tally: Tally, ruleIds: readonly string[]): string[] {
  const { documents, bytes, seconds, differing, faults, sound, valid, breadth, fired, undetermined, rulesets } = tally;
  const share = (part: number): string => `${((100 * part) / Math.max(documents, 1)).toFixed(1)} %`;
  const atLeast = (least: number): number =>
    Object.entries(breadth).reduce((sum, [size, number]) => (Number(size) >= least ? sum + number : sum), 0);
  const never = ruleIds.filter((rule) => fired[rule] === undefined);
  return [
    `${documents} documents (${(bytes / 1e6).toFixed(0)} MB) in ${seconds.toFixed(0)} s, ${differing} with a difference`,
    `structure sound ${share(sound)}, valid ${share(valid)}; judged by ${Object.entries(rulesets)
      .sort(([, a], [, b]) => b - a)
      .map(([id, number]) => `${id} ${share(number)}`)
      .join(', ')}`,
    `documents that break at least 1, 2, 5, 10, 20 distinct rules: ${[1, 2, 5, 10, 20].map((least) => share(atLeast(least))).join(', ')}`,
    `${ruleIds.length - never.length} of ${ruleIds.length} rules fired, ${Object.keys(undetermined).length} stopped with an error somewhere`,
    ...Object.entries(faults).map(([says, number]) => `${number} documents on which Saxon-HE alone ${says}`),
    ...(never.length === 0 || never.length > MAX_LISTED ? [] : [`never: ${never.join(' ')}`]),
  ];
}
