import { equationOfRule } from '../amounts/index.ts';
import { identifierRules } from './identifier-rules.data.ts';
import { needs } from './needs.data.ts';

/** What a rule looks at: one value alone, whether something is there, or how several terms go together. */
export type RuleKind = 'code' | 'identifier' | 'decimals' | 'need' | 'unused' | 'structure' | 'relation' | 'other';

/** Rules of ours by what they look at; rules of unknown packs are `other`. */
export function kindOfRule(ruleId: string): RuleKind {
  if (needs.get(ruleId) !== undefined) return 'need';
  if (identifierRules.get(ruleId) !== undefined) return 'identifier';
  if (equationOfRule.has(ruleId)) return 'relation';
  if (/^BR-CL-|^PEPPOL-EN16931-CL/.test(ruleId)) return 'code';
  if (/^BR-DEC-|^UBL-DT-01$/.test(ruleId)) return 'decimals';
  if (/^UBL-(CR|DT|SR)-/.test(ruleId)) return 'unused';
  if (/^UBL-|^XML-|^SBDH-/.test(ruleId)) return 'structure';
  // What looks at each text by itself follows from no other mistake.
  if (ruleId === 'SK-R-014') return 'other';
  if (/^BR-|^PEPPOL-EN16931-R|^SK-R-/.test(ruleId)) return 'relation';
  return 'other';
}
