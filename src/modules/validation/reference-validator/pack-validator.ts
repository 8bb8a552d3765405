import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LAYERS, type Layer } from '@e-invoice/validator/issues';
import { own } from '../../../lib/own-property.ts';
import { readRestrictionRows } from './restriction-rows.ts';
import { restrictionsToXslt } from './restrictions-to-xslt.ts';
import { makeStylesheetJudge, type SaxonJudge } from './saxon.ts';
import { type Translation, toXslt } from './schematron-to-xslt.ts';

/** The rule sources of one release. */
export type PackPlace = {
  readonly id: string;
  readonly version: string;
  /** With `pack.json`. */
  readonly folder: string;
  /** Where compiled stylesheets are kept. */
  readonly cacheDir: string;
  /** True: it is compiled when it is first asked for, and not ahead of that. */
  readonly throttledLog?: boolean;
};

/** A release as the second judge applies it. */
export type PackJudge = {
  /** Its schema, and its table of restrictions where it has one. */
  readonly judges: readonly SaxonJudge[];
  readonly layerOf: (ruleId: string) => Layer;
};

type Manifest = {
  readonly schema: string;
  readonly restrictions?: string;
  readonly layer: Layer;
  readonly layers?: Readonly<Record<string, readonly string[]>>;
};

/**
 * Compiles a release, or loads what an earlier process compiled.
 *
 * @param makeJudge the processor that runs the translations; SaxonJS unless another one is given
 * @throws Error when it does not compile
 */
export async function loadPackJudge(
  { folder, cacheDir }: PackPlace,
  makeJudge = (translation: Translation): Promise<SaxonJudge> => makeStylesheetJudge(translation, cacheDir),
): Promise<PackJudge> {
  const manifest = JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8')) as Manifest;
  const judges = [await makeJudge(toXslt(join(folder, manifest.schema)))];
  if (manifest.restrictions !== undefined) {
    judges.push(await makeJudge(restrictionsToXslt(readRestrictionRows(join(folder, manifest.restrictions)))));
  }
  const exceptions = LAYERS.flatMap((layer) =>
    (own(manifest.layers ?? {}, layer) ?? []).map((prefix) => [prefix, layer] as const),
  );
  return {
    judges,
    layerOf: (ruleId) => exceptions.find(([prefix]) => ruleId.startsWith(prefix))?.[1] ?? manifest.layer,
  };
}
