import { runPack } from '../../engine/index.ts';
import { type Issue, LAYERS, type Layer } from '../../issues/index.ts';
import type { XmlDocument } from '../../xml/index.ts';
import { layerOf } from '../rule-pack.ts';
import type { Ruleset } from '../ruleset.ts';
import { toIssue, toRestrictionIssue } from '../to-issue.ts';
import { findViolations } from './restrictions/index.ts';

/** Every pack of the ruleset over the document; issues by layer, in document order inside a layer. */
export function checkRules(
  ruleset: Ruleset,
  document: XmlDocument,
  isWanted: (layer: Layer) => boolean,
  now: number,
): Issue[] {
  const found: { readonly order: number; readonly issue: Issue }[] = [];
  for (const { pack, info, restrictions } of ruleset.packs) {
    for (const finding of runPack(pack, document, { now })) {
      const layer = layerOf(info, finding.ruleId);
      if (isWanted(layer)) found.push({ order: finding.node.order, issue: toIssue(finding, layer, document) });
    }
    if (restrictions === null || !isWanted(info.layer)) continue;
    for (const violation of findViolations(restrictions, document)) {
      const node = violation.found ?? violation.node;
      found.push({ order: node.order, issue: toRestrictionIssue(violation, info.layer, document) });
    }
  }
  const rank = ({ issue }: { issue: Issue }): number => LAYERS.indexOf(issue.layer);
  return found.sort((a, b) => rank(a) - rank(b) || a.order - b.order).map(({ issue }) => issue);
}
