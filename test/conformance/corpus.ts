import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which official rule set a pack is compared with. */
export type GoldenLayer = 'en16931' | 'peppol';

/** One document and what the official rules say of it. */
export type GoldenCase = {
  readonly file: string;
  readonly set: string;
  /** How often each rule fires; null where the official artefacts stopped with a dynamic error. */
  readonly expected: ReadonlyMap<string, number> | null;
  /** Where each rule fires; null where that is not known. */
  readonly locations: ReadonlyMap<string, readonly string[]> | null;
};

type GoldenLine = { file: string; set: string } & Record<GoldenLayer, Record<string, number> | null>;
type LocationLine = { file: string } & Partial<Record<GoldenLayer, Record<string, string[]> | null>>;

/** Reads the expected findings of one layer. @throws Error when a line is not what the format says. */
export function readCorpus(folder: string, layer: GoldenLayer): GoldenCase[] {
  const locations = new Map<string, ReadonlyMap<string, readonly string[]>>();
  for (const line of readLines<LocationLine>(join(folder, 'golden-locations.jsonl'))) {
    const found = line[layer];
    if (found !== null && found !== undefined) locations.set(line.file, new Map(Object.entries(found)));
  }
  return readLines<GoldenLine>(join(folder, 'golden.jsonl')).map((line) => {
    const expected = line[layer];
    if (expected === undefined) throw new Error(`golden.jsonl: ${line.file} says nothing of ${layer}`);
    return {
      file: line.file,
      set: line.set,
      expected: expected === null ? null : new Map(Object.entries(expected)),
      locations: locations.get(line.file) ?? null,
    };
  });
}

function readLines<Line>(file: string): Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}
