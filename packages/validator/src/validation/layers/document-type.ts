import { cutText, type XmlDocument } from '@e-invoice/schematron/xml';
import { getRuleText, ruleUrlOf } from '../../catalog/index.ts';
import type { DocumentType, Issue, Text } from '../../issues/index.ts';
import { placeOf } from '../to-issue.ts';

const FOUND_LIMIT = 200;

/**
 * Reports a document element that no rules cover.
 *
 * @returns null for UBL Invoice and CreditNote
 */
export function checkDocumentType(type: DocumentType, document: XmlDocument): Issue | null {
  if (type === 'ubl-invoice' || type === 'ubl-creditnote') return null;
  const { root } = document;
  const found = cutText(root.uri === '' ? root.local : `{${root.uri}}${root.local}`, FOUND_LIMIT);
  const ruleId = type === 'cii' ? 'CII-UNSUPPORTED' : 'UBL-UNKNOWN-ROOT';
  const { message, fix } = getRuleText(ruleId);
  const text = type === 'cii' ? message : unknownRoot(found);
  return {
    level: 'fatal',
    layer: 'UBL',
    rule_id: ruleId,
    catalogRuleId: ruleId,
    message: text.sk,
    message_en: text.en,
    ...placeOf(root, document),
    business_terms: [],
    value: found,
    expected: type === 'cii' ? null : 'Invoice, CreditNote',
    ruleUrl: ruleUrlOf(ruleId),
    fix,
  };
}

const unknownRoot = (found: string): Text => ({
  sk: `Koreňový prvok dokumentu je ${found}; očakáva sa Invoice alebo CreditNote podľa UBL 2.1 s príslušným menným priestorom.`,
  en: `The document element is ${found}; expected is Invoice or CreditNote of UBL 2.1 in its own namespace.`,
});
