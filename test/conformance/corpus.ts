import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The official rule set with which a pack is compared: the release whose results the golden data contains. */
export type GoldenLayer = 'en16931' | 'peppol' | 'selfbilling';

/** A pack with the results that it is compared with. */
export type GoldenPack = {
  readonly layer: GoldenLayer;
  readonly folder: string;
  /** Folder of the golden files and their `corpus`, relative to the data folder. */
  readonly data: string;
};

/** The packs that the golden data covers; earlier releases are not compared here. */
export const GOLDEN_PACKS: readonly GoldenPack[] = [
  { layer: 'en16931', folder: 'schematron/en16931-ubl/1.3.16', data: '' },
  { layer: 'peppol', folder: 'schematron/peppol-bis-3/2026.5', data: '' },
  { layer: 'selfbilling', folder: 'schematron/peppol-selfbilling-3/2026.5', data: '' },
  { layer: 'en16931', folder: 'schematron/en16931-cii/1.3.16', data: 'cii' },
];

const FILES: Readonly<Record<GoldenLayer, string>> = {
  en16931: 'golden.jsonl',
  peppol: 'golden.jsonl',
  selfbilling: 'golden-selfbilling.jsonl',
};

/** A document and its findings under the official rules. */
export type GoldenCase = {
  readonly file: string;
  readonly set: string;
  /** How often each rule fires; null if the official artefacts failed with a dynamic error. */
  readonly expected: ReadonlyMap<string, number> | null;
  /** Where each rule fires; null if unknown. */
  readonly locations: ReadonlyMap<string, readonly string[]> | null;
};

type Places = Record<string, string[]> | null;
type GoldenLine = { file: string; set: string; locations?: Places } & Partial<
  Record<GoldenLayer, Record<string, number> | null>
>;
type LocationLine = { file: string } & Partial<Record<GoldenLayer, Places>>;

/** Whether golden data exists. */
export const hasGolden = (folder: string, layer: GoldenLayer): boolean => existsSync(join(folder, FILES[layer]));

/**
 * Reads the expected findings of one layer.
 *
 * @throws Error if a line does not match the format
 */
export function readCorpus(folder: string, layer: GoldenLayer): GoldenCase[] {
  const places = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const addPlaces = (file: string, found: Places | undefined): void => {
    if (found !== null && found !== undefined) places.set(file, new Map(Object.entries(found)));
  };
  for (const line of readLines<LocationLine>(join(folder, 'golden-locations.jsonl'))) addPlaces(line.file, line[layer]);
  return readLines<GoldenLine>(join(folder, FILES[layer])).map((line) => {
    const expected = line[layer];
    if (expected === undefined) throw new Error(`${FILES[layer]}: ${line.file} has no result for ${layer}`);
    addPlaces(line.file, line.locations);
    return {
      file: line.file,
      set: line.set,
      expected: expected === null ? null : new Map(Object.entries(expected)),
      locations: places.get(line.file) ?? null,
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
