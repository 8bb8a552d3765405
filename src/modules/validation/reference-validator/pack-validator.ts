import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LAYERS, type Layer } from '@e-invoice/validator/issues';
import { own } from '../../../lib/own-property.ts';
import { readRestrictionRows } from './restriction-rows.ts';
import { restrictionsToXslt } from './restrictions-to-xslt.ts';
import { makeStylesheetValidator, type SaxonValidator } from './saxon.ts';
import { type Translation, toXslt } from './schematron-to-xslt.ts';

export type PackPlace = {
  readonly id: string;
  readonly version: string;
  /** Contains `pack.json`. */
  readonly folder: string;
  /** Cache folder of compiled stylesheets. */
  readonly cacheDir: string;
  /** When true, the release is compiled on first use instead of ahead of time. */
  readonly onFirstUse?: boolean;
};

export type ReferencePack = {
  /** Validators of its schema and, if present, its table of restrictions. */
  readonly judges: readonly SaxonValidator[];
  readonly layerOf: (ruleId: string) => Layer;
};

type Manifest = {
  readonly schema: string;
  readonly restrictions?: string;
  readonly layer: Layer;
  readonly layers?: Readonly<Record<string, readonly string[]>>;
};

/**
 * Compiles a release, or loads the cached compilation of an earlier process.
 *
 * @param makeValidator processor of the translations; defaults to SaxonJS
 * @throws Error when the release does not compile
 */
export async function loadReferencePack(
  { folder, cacheDir }: PackPlace,
  makeValidator = (translation: Translation): Promise<SaxonValidator> => makeStylesheetValidator(translation, cacheDir),
): Promise<ReferencePack> {
  const manifest = JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8')) as Manifest;
  const judges = [await makeValidator(toXslt(join(folder, manifest.schema)))];
  if (manifest.restrictions !== undefined) {
    judges.push(await makeValidator(restrictionsToXslt(readRestrictionRows(join(folder, manifest.restrictions)))));
  }
  const exceptions = LAYERS.flatMap((layer) =>
    (own(manifest.layers ?? {}, layer) ?? []).map((prefix) => [prefix, layer] as const),
  );
  return {
    judges,
    layerOf: (ruleId) => exceptions.find(([prefix]) => ruleId.startsWith(prefix))?.[1] ?? manifest.layer,
  };
}
