import type { DocumentType, Issue } from '../../issues/index.ts';
import type { XmlDocument } from '../../xml/index.ts';
import { placeOf, ruleUrlOf } from '../to-issue.ts';

/** What is said of a document element that no rule speaks of; null for UBL Invoice and CreditNote. */
export function checkDocumentType(type: DocumentType, document: XmlDocument): Issue | null {
  if (type === 'ubl-invoice' || type === 'ubl-creditnote') return null;
  const { root } = document;
  const found = root.uri === '' ? root.local : `{${root.uri}}${root.local}`;
  const texts = type === 'cii' ? CII : unknownRoot(found.slice(0, 200));
  return {
    level: 'fatal',
    layer: 'UBL',
    catalogRuleId: texts.rule_id,
    ...texts,
    ...placeOf(root, document),
    business_terms: [],
    value: found.slice(0, 200),
    expected: type === 'cii' ? null : 'Invoice, CreditNote',
    ruleUrl: ruleUrlOf(texts.rule_id),
  };
}

const CII = {
  rule_id: 'CII-UNSUPPORTED',
  message: 'Súbor je faktúra v syntaxi CII (UN/CEFACT Cross Industry Invoice); pravidlá sa overujú iba pre syntax UBL.',
  message_en:
    'The file is an invoice in the CII syntax (UN/CEFACT Cross Industry Invoice); rules are checked for the UBL syntax only.',
  fix: {
    sk: 'Exportujte faktúru z účtovného programu vo formáte UBL 2.1 (Peppol BIS Billing 3.0) a overte ju znova. Samotné XML v PDF faktúre (ZUGFeRD, Factur-X) je tiež CII.',
    en: 'Export the invoice from your accounting software as UBL 2.1 (Peppol BIS Billing 3.0) and validate it again. The XML inside a PDF invoice (ZUGFeRD, Factur-X) is CII, too.',
  },
};

const unknownRoot = (found: string) => ({
  rule_id: 'UBL-UNKNOWN-ROOT',
  message: `Koreňový prvok dokumentu je ${found}; očakáva sa Invoice alebo CreditNote podľa UBL 2.1 s príslušným menným priestorom.`,
  message_en: `The document element is ${found}; expected is Invoice or CreditNote of UBL 2.1 in its own namespace.`,
  fix: {
    sk: 'Skontrolujte, či posielate faktúru alebo dobropis vo formáte UBL 2.1 a či má koreňový prvok menný priestor urn:oasis:names:specification:ubl:schema:xsd:Invoice-2 (alebo CreditNote-2).',
    en: 'Check that you are sending an invoice or a credit note in UBL 2.1 and that the document element is in the namespace urn:oasis:names:specification:ubl:schema:xsd:Invoice-2 (or CreditNote-2).',
  },
});
