import type { XmlDocument } from '@e-invoice/schematron/xml';
import { ruleUrlOf, toFix } from '../../catalog/index.ts';
import type { Issue } from '../../issues/index.ts';
import type { FoundIssue } from '../render-issues.ts';
import { placeOf, shownValue } from '../to-issue.ts';
import { checkStructure, describeFinding, type Structure, type StructureFinding } from './structure/index.ts';

/**
 * Checks the document against its vocabulary, UBL 2.1 or CII D16B.
 *
 * @returns issues of the layer `UBL` or `CII`, in document order
 */
export function structureIssues(structure: Structure, document: XmlDocument): FoundIssue[] {
  return checkStructure(structure, document).map((finding) => ({
    ruleId: finding.ruleId,
    level: 'fatal',
    render: () => toStructureIssue(finding, document),
  }));
}

function toStructureIssue(finding: StructureFinding, document: XmlDocument): Issue {
  const { message, fix, expected } = describeFinding(finding);
  return {
    level: 'fatal',
    layer: finding.vocabulary,
    rule_id: finding.ruleId,
    catalogRuleId: finding.ruleId,
    message: message.sk,
    message_en: message.en,
    ...placeOf(finding.node, document),
    business_terms: [],
    value: shownValue(finding.node),
    expected,
    ruleUrl: ruleUrlOf(finding.ruleId),
    fix: toFix(finding.ruleId, fix),
  };
}
