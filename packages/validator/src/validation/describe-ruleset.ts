import type { FileResult, Layer, SkipCode, SkippedLayer, Text } from '../issues/index.ts';
import type { Choice } from './choose-ruleset.ts';
import { layersOf } from './ruleset.ts';

/** Why a layer is skipped. */
export type SkipReason = { readonly code: SkipCode; readonly reason: Text };

/**
 * Describes which layers were applied and which were skipped, and why.
 *
 * @param before the layers checked before any ruleset (`XML`, `SBDH`)
 * @param skip why the layers of the ruleset cannot be validated; null when they can
 */
export function describeRuleset(
  { ruleset, coverage }: Choice,
  { layers: requested }: { readonly layers?: readonly Layer[] | undefined },
  before: readonly Layer[],
  skip: SkipReason | null,
): FileResult['ruleset'] {
  // XML well-formedness is always checked.
  const isRequested = (layer: Layer): boolean => layer === 'XML' || (requested?.includes(layer) ?? true);
  const own = layersOf(ruleset);
  const isStructureOnly = ruleset.packs.length === 0;
  const skipped: SkippedLayer[] = [...before, ...own].flatMap((layer) => {
    if (!isRequested(layer)) return [{ layer, ...NOT_REQUESTED }];
    return skip !== null && own.includes(layer) ? [{ layer, ...skip }] : [];
  });
  // Report every requested layer that cannot be validated, even when the chosen ruleset does not have it.
  const known = [...before, ...own];
  const missing = skip === null ? [] : (requested ?? []).filter((layer) => !known.includes(layer) && layer !== 'SBDH');
  for (const layer of missing) skipped.push({ layer, ...skip! });
  if (requested?.includes('SBDH') && !before.includes('SBDH'))
    skipped.unshift({ layer: 'SBDH', ...(skip ?? ENVELOPE_MISSING) });
  if (isStructureOnly && requested === undefined)
    skipped.push({ layer: 'EN16931', ...(skip ?? RULESET_NOT_INSTALLED) });
  return {
    id: ruleset.id,
    version: ruleset.version,
    packs: ruleset.packs.map(({ info }) => ({ id: info.id, version: info.version })),
    coverage: requested !== undefined ? 'asked' : skip !== null ? 'none' : coverage,
    layers: [...before, ...(skip === null ? own : [])].filter(isRequested),
    skipped,
  };
}

/**
 * The layers that an earlier request asked for, reconstructed from its result, to repeat that request.
 *
 * @returns undefined when the earlier request did not restrict the layers
 */
export function requestedLayers({ layers, skipped }: Pick<FileResult['ruleset'], 'layers' | 'skipped'>) {
  const isLeftOut = ({ code }: SkippedLayer): boolean => code === 'not_requested';
  if (!skipped.some(isLeftOut)) return undefined;
  return [...layers, ...skipped.filter((one) => !isLeftOut(one)).map(({ layer }) => layer)];
}

const NOT_REQUESTED: SkipReason = {
  code: 'not_requested',
  reason: {
    sk: 'Požiadavka túto vrstvu nezahŕňa, preto sa nekontrolovala.',
    en: 'The request does not include this layer, so the layer was not validated.',
  },
};

const ENVELOPE_MISSING: SkipReason = {
  code: 'envelope_missing',
  reason: {
    sk: 'Súbor nemá obálku, preto sa táto vrstva nedá posúdiť.',
    en: 'The file has no envelope, so this layer cannot be validated.',
  },
};

const RULESET_NOT_INSTALLED: SkipReason = {
  code: 'ruleset_not_installed',
  reason: {
    sk: 'Pre špecifikáciu dokladu nie sú nainštalované pravidlá a pravidlá EN 16931 pre ňu neplatia.',
    en: 'No rules are installed for the specification of the document, and those of EN 16931 are not meant for it.',
  },
};
