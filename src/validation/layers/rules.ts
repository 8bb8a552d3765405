import { runPack } from '../../engine/index.ts';
import { type Issue, LAYERS, type Layer } from '../../issues/index.ts';
import type { XmlDocument } from '../../xml/index.ts';
import { layerOf } from '../rule-pack.ts';
import type { Ruleset } from '../ruleset.ts';
import { toIssue } from '../to-issue.ts';

/** Every pack of the ruleset over the document; issues by layer, in document order inside a layer. */
export function checkRules(ruleset: Ruleset, document: XmlDocument, wanted: ReadonlySet<Layer>, now: number): Issue[] {
  const byLayer = new Map<Layer, Issue[]>(LAYERS.map((layer) => [layer, []]));
  for (const { pack, info } of ruleset.packs) {
    for (const finding of runPack(pack, document, { now })) {
      const layer = layerOf(info, finding.ruleId);
      if (wanted.has(layer)) byLayer.get(layer)!.push(toIssue(finding, layer, document));
    }
  }
  return [...byLayer.values()].flat();
}
