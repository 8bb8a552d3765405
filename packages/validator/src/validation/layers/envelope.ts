import { cutText, type XmlDocument } from '@e-invoice/schematron/xml';
import { getRuleText, ruleUrlOf } from '../../catalog/index.ts';
import type { Issue } from '../../issues/index.ts';
import { placeOf } from '../to-issue.ts';
import { checkEnvelope, describeFinding, type Envelope, levelOf } from './sbdh/index.ts';

/**
 * Checks the envelope around a document.
 *
 * @returns issues of the layer `SBDH`, in document order
 */
export function envelopeIssues(envelope: Envelope, document: XmlDocument): Issue[] {
  return checkEnvelope(envelope).map((finding) => {
    const { ruleId } = finding;
    const message = describeFinding(finding);
    const { fix, business_terms } = getRuleText(ruleId);
    return {
      level: levelOf(ruleId),
      layer: 'SBDH',
      rule_id: ruleId,
      catalogRuleId: ruleId,
      message: message.sk,
      message_en: message.en,
      ...placeOf(finding.node, document),
      business_terms,
      value: finding.found === null ? null : cutText(finding.found, 200),
      expected: finding.expected,
      ruleUrl: ruleUrlOf(ruleId),
      fix,
    };
  });
}
