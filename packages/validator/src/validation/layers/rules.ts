import { type Finding, runPacks } from '@e-invoice/schematron';
import type { XmlDocument, XmlNode } from '@e-invoice/schematron/xml';
import { LAYERS, type Layer } from '../../issues/index.ts';
import type { Explain } from '../pack.ts';
import type { FoundIssue } from '../render-issues.ts';
import { declareNames, layerOf, type RulePack } from '../rule-pack.ts';
import type { Ruleset } from '../ruleset.ts';
import { levelOf, toIssue, toRestrictionIssue } from '../to-issue.ts';
import { findViolations } from './restrictions/index.ts';

/**
 * Applies every pack of the ruleset. Issues are ordered by layer, then by position in the document. @throws
 * PackNotReady
 */
export function checkRules(
  ruleset: Ruleset,
  document: XmlDocument,
  isRequested: (layer: Layer) => boolean,
  now: number,
): FoundIssue[] {
  const found: (FoundIssue & { readonly layer: Layer; readonly order: number })[] = [];
  const packs = ruleset.packs.filter(({ layers }) => layers.some(isRequested));
  declareNames(packs);
  const findings = runPacks(
    packs.map(({ pack }) => pack),
    document,
    { now },
  );
  const isRepeated = findRepeated(packs, findings, isRequested);
  for (const [index, { info, pack, restrictions }] of packs.entries()) {
    let explain: Explain | undefined;
    const explained: Explain = (finding) => {
      explain ??= pack.explain?.(document, now);
      return explain?.(finding) ?? null;
    };
    for (const finding of findings[index]!) {
      const layer = layerOf(info, finding.ruleId);
      if (!isRequested(layer) || isRepeated(finding, index)) continue;
      const render = () => toIssue(finding, layer, document, explained);
      found.push({ ruleId: finding.ruleId, level: levelOf(finding), layer, order: finding.node.order, render });
    }
    if (restrictions === null || !isRequested(info.layer)) continue;
    for (const violation of findViolations(restrictions, document)) {
      const { order } = violation.found ?? violation.node;
      const render = () => toRestrictionIssue(violation, info.layer, document);
      found.push({
        ruleId: violation.restriction.ruleId,
        level: violation.restriction.level,
        layer: info.layer,
        order,
        render,
      });
    }
  }
  if (found.length === 0) return found;
  const rank = ({ layer }: { layer: Layer }): number => LAYERS.indexOf(layer);
  return found.sort((a, b) => rank(a) - rank(b) || a.order - b.order);
}

/**
 * Finds findings that a later pack repeats: a pack that includes some rules of EN 16931 and is applied together with
 * all of them would report those twice.
 */
function findRepeated(
  packs: readonly RulePack[],
  findings: readonly (readonly Finding[])[],
  isRequested: (layer: Layer) => boolean,
): (finding: Finding, index: number) => boolean {
  if (packs.length < 2) return () => false;
  const last = new Map<string, Map<XmlNode, number>>();
  for (const [index, { info }] of packs.entries()) {
    if (index === 0) continue;
    for (const { ruleId, node } of findings[index]!) {
      if (!isRequested(layerOf(info, ruleId))) continue;
      const nodes = last.get(ruleId) ?? new Map<XmlNode, number>();
      last.set(ruleId, nodes.set(node, index));
    }
  }
  return ({ ruleId, node }, index) => (last.get(ruleId)?.get(node) ?? index) > index;
}
