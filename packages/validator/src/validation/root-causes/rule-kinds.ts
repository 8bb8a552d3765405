import { equationOfRule } from '../amounts/index.ts';
import { identifierRules } from './identifier-rules.data.ts';
import { needs } from './needs.data.ts';

/** What a rule checks: a single value, the presence of an element, or the relation between terms. */
type RuleKind = 'code' | 'identifier' | 'decimals' | 'need' | 'unused' | 'structure' | 'relation' | 'other';

/** Classifies built-in rules; rules of unknown packs are `other`. */
export function kindOfRule(ruleId: string): RuleKind {
  if (needs.get(ruleId) !== undefined) return 'need';
  if (identifierRules.get(ruleId) !== undefined) return 'identifier';
  if (equationOfRule.has(ruleId)) return 'relation';
  if (/^BR-CL-|^PEPPOL-EN16931-CL/.test(ruleId)) return 'code';
  if (/^BR-DEC-|^UBL-DT-01$/.test(ruleId)) return 'decimals';
  if (/^UBL-(CR|DT|SR)-/.test(ruleId)) return 'unused';
  if (/^UBL-|^CII-STRUCTURE-|^XML-|^SBDH-/.test(ruleId)) return 'structure';
  // SK-R-014 checks each text separately, so its issues are never consequences of another mistake.
  if (ruleId === 'SK-R-014') return 'other';
  if (/^BR-|^PEPPOL-EN16931-R|^SK-R-/.test(ruleId)) return 'relation';
  return 'other';
}
