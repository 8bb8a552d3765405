import { stringValue, type XmlElement } from '@e-invoice/schematron/xml';
import { editDistance } from '../../../edit-distance.ts';
import type { Text } from '../../../issues/index.ts';
import { findGuideline } from '../../cii.ts';
import { findSpecification } from '../../specifications/index.ts';
import { childrenOf, textAt } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import type { CauseId } from '../cause-texts.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { excerptOf, hintOnByte } from './unreadable-text.ts';

const FILE: Readonly<Record<string, CauseId>> = {
  'XML-EMPTY': 'file-empty',
  'XML-DTD-FORBIDDEN': 'file-dtd',
  'XML-ENCODING': 'file-encoding',
  'XML-TOO-DEEP': 'file-too-large',
  'XML-TOO-LARGE': 'file-too-large',
  'CII-UNSUPPORTED': 'format-cii',
};

/** Detects files that are not UBL: not XML, another format, another namespace. */
export function detectFile(found: Case): Mistake[] {
  const mistakes: Mistake[] = detectOtherKind(found);
  for (const [ruleId, id] of Object.entries(FILE)) {
    const issues = found.claim(found.openOf(ruleId));
    if (issues.length > 0) mistakes.push({ id, issues, confidence: 1, values: statedIn(found, issues[0]!) });
  }
  // Without a business term, the issue is about the selected ruleset.
  const misfit = found.openOf('RULESET-NOT-INSTALLED').filter((at) => found.issues[at]!.business_terms.length === 0);
  if (misfit.length > 0)
    mistakes.push({ id: 'ruleset-not-applicable', issues: found.claim(misfit), confidence: 1, values: {} });
  mistakes.push(...detectMalformed(found));
  const wrapped = detectWrapped(found);
  if (wrapped !== null) mistakes.push(wrapped);
  const unknown = found.claim(found.openOf('UBL-UNKNOWN-ROOT'));
  if (unknown.length > 0) mistakes.push(unknownRoot(found, unknown));
  return mistakes;
}

/** Message and position of the parser error. */
function statedIn(found: Case, index: number): Readonly<Record<string, string | Text>> {
  const { message, message_en, line, column, value } = found.issues[index]!;
  return {
    message: { sk: message, en: message_en },
    line: line === null ? '' : String(line),
    column: column === null ? '' : String(column),
    found: excerptOf(value ?? ''),
    often: hintOnByte(value ?? ''),
  };
}

/** Reports a file of another format, such as PDF. The parser error in it is irrelevant. */
function detectOtherKind({ kind, claim, open }: Case): Mistake[] {
  if (kind === null) return [];
  const issues = claim(open(({ layer }) => layer === 'XML'));
  return issues.length === 0 ? [] : [{ id: 'file-not-xml', issues, confidence: 1, values: { kind } }];
}

/** Reports a file that is not well-formed: with an unescaped ampersand, or damaged otherwise. */
function detectMalformed(found: Case): Mistake[] {
  const issues = found.claim(found.openOf('XML-NOT-WELL-FORMED'));
  const [first] = issues;
  if (first === undefined) return [];
  const text = found.issues[first]!.value ?? '';
  const isAmpersand = text.startsWith('&') && !/^&#?\w+;/.test(text);
  const id = isAmpersand ? 'file-ampersand' : 'file-not-well-formed';
  return [{ id, issues, confidence: 1, values: statedIn(found, first) }];
}

/** Reports an invoice in an unknown envelope, which two rules report. */
function detectWrapped(found: Case): Mistake | null {
  const [around] = found.openOf('UBL-UNKNOWN-ROOT');
  if (around === undefined || found.document?.within == null) return null;
  const { value } = found.issues[around]!;
  const issues = found.claim(found.openOf('UBL-UNKNOWN-ROOT', 'SBDH-ENVELOPE-UNKNOWN'));
  return { id: 'invoice-wrapped', issues, confidence: 1, values: { found: value ?? '' } };
}

/** Files mistaken for UBL invoices, by namespace and name of the document element. */
const OTHER_DOCUMENTS: readonly (readonly [RegExp, Text])[] = [
  [/isdoc\.cz/i, { sk: 'faktúra vo formáte ISDOC', en: 'an ISDOC invoice' }],
  [/fatturapa|FatturaElettronica$/i, { sk: 'talianska faktúra FatturaPA', en: 'an Italian FatturaPA invoice' }],
  [/ebinterface/i, { sk: 'rakúska faktúra ebInterface', en: 'an Austrian ebInterface invoice' }],
  [/ Order$/, { sk: 'objednávka', en: 'an order' }],
  [/ (OrderResponse|OrderResponseSimple)$/, { sk: 'odpoveď na objednávku', en: 'an order response' }],
  [/ DespatchAdvice$/, { sk: 'dodací list', en: 'a despatch advice' }],
  [/ (ApplicationResponse)$/, { sk: 'odpoveď na doklad', en: 'a response to a document' }],
  [/ Reminder$/, { sk: 'upomienka', en: 'a reminder' }],
  [/ Statement$/, { sk: 'výpis', en: 'a statement' }],
  [/ html$/i, { sk: 'internetová stránka (HTML)', en: 'a web page (HTML)' }],
  [/www\.stormware\.cz|pohoda/i, { sk: 'export programu Pohoda', en: 'an export of Pohoda' }],
];

/** Describes a document element that is not a UBL invoice, by name or only by namespace. */
function unknownRoot(found: Case, issues: readonly number[]): Mistake {
  const [, uri = '', name = ''] = /^(?:\{(.*)\})?(.*)$/s.exec(found.issues[issues[0]!]!.value ?? '') ?? [];
  const kind = OTHER_DOCUMENTS.find(([document]) => document.test(`${uri} ${name}`))?.[1];
  if (kind !== undefined) return { id: 'format-other', issues, confidence: 1, values: { kind, found: name } };
  const isNamespace = name === 'Invoice' || name === 'CreditNote';
  const right = `urn:oasis:names:specification:ubl:schema:xsd:${name}-2`;
  return {
    id: isNamespace ? 'namespace-wrong' : 'format-unknown',
    issues,
    confidence: 1,
    values: { found: (isNamespace ? uri : name) || '' },
    ...(isNamespace && { corrections: [() => toCorrection([found.editor().redeclare(found.root!, right)])] }),
  };
}

const ENVELOPE: readonly (readonly [CauseId, readonly string[]])[] = [
  ['envelope-receiver', ['SBDH-RECEIVER-MISMATCH']],
  ['envelope-sender', ['SBDH-SENDER-MISMATCH']],
  ['envelope-document', ['SBDH-IDENTIFICATION-MISMATCH', 'SBDH-DOCUMENTID-MISMATCH', 'SBDH-PROCESSID-MISMATCH']],
];

/** Detects mistakes in the envelope. */
export function detectEnvelope(found: Case): Mistake[] {
  const mistakes: Mistake[] = detectSwapped(found);
  for (const [id, ruleIds] of ENVELOPE) {
    const issues = found.claim(found.openOf(...ruleIds));
    if (issues.length === 0) continue;
    const { value, expected } = found.issues[issues[0]!]!;
    mistakes.push({ id, issues, confidence: 0.9, values: { found: value ?? '', expected: expected ?? '' } });
  }
  const others = found.claim(found.open(({ layer }) => layer === 'SBDH'));
  if (others.length > 0) mistakes.push({ id: 'envelope-structure', issues: others, confidence: 0.8 });
  return mistakes;
}

/** Detects an envelope with seller and buyer exchanged as receiver and sender. */
function detectSwapped(found: Case): Mistake[] {
  const [receiver] = found.openOf('SBDH-RECEIVER-MISMATCH');
  const [sender] = found.openOf('SBDH-SENDER-MISMATCH');
  if (receiver === undefined || sender === undefined) return [];
  const [received, sent] = [found.issues[receiver]!, found.issues[sender]!];
  if (received.value !== sent.expected || sent.value !== received.expected) return [];
  return [{ id: 'parties-swapped', issues: found.claim([receiver, sender]), confidence: 0.9 }];
}

/** UNTDID 1001: the codes of credit notes. */
const CREDIT_NOTE_TYPES = '81 83 261 262 296 308 381 396 420 458 502 503 532'.split(' ');

/** Document types that are often used wrongly (UNTDID 1001): proforma, § 69 of Act 222/2004, self-billing. */
const SPECIAL_TYPES: ReadonlyMap<string, CauseId> = new Map([
  ['325', 'document-type-proforma'],
  ['389', 'document-type-self-billing'],
  ['261', 'document-type-self-billing'],
]);

/** The types of ordinary documents, and those of the same documents in self-billing (UNTDID 1001). */
const SELF_BILLED_TYPES: ReadonlyMap<string, string> = new Map([
  ['380', '389'],
  ['381', '261'],
]);

const isSelfBilling = ({ root }: Case): boolean =>
  root !== null &&
  ['cbc:CustomizationID', 'cbc:ProfileID'].every((name) => textAt(root, name)?.includes(':selfbilling:') === true);

/** States specification and process of Peppol Billing. */
function setBilling(found: Case): Correction | null {
  const [one, other] = [
    setText(found, 'cbc:CustomizationID', BILLING.specification),
    setText(found, 'cbc:ProfileID', BILLING.process),
  ];
  return one === null || other === null ? null : { edits: [...one.edits, ...other.edits] };
}

/** Detects a mismatch between document element and type code. */
export function detectDocumentType(found: Case): Mistake[] {
  const issues = found.claim(
    found.openOf('BR-CL-01', 'PEPPOL-EN16931-P0100', 'PEPPOL-EN16931-P0101', 'PEPPOL-EN16931-P0112'),
  );
  if (issues.length === 0) return [];
  const value = found.issues[issues[0]!]!.value ?? '';
  const isCreditNote = found.root?.local === 'CreditNote';
  const isOther = isCreditNote
    ? /^(380|393|82|84|80|386)$/.test(value)
    : value !== '261' && CREDIT_NOTE_TYPES.includes(value);
  const selfBilled = isSelfBilling(found) ? SELF_BILLED_TYPES.get(value) : undefined;
  if (selfBilled !== undefined) {
    const name = isCreditNote ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode';
    return [
      {
        id: 'document-type-of-self-billing',
        issues,
        confidence: 0.9,
        values: { found: value, expected: selfBilled },
        corrections: [() => setText(found, name, selfBilled), () => setBilling(found)],
      },
    ];
  }
  const kind = isCreditNote ? { sk: 'dobropis', en: 'a credit note' } : { sk: 'faktúra', en: 'an invoice' };
  return [
    {
      id: isOther ? 'document-type-mismatch' : (SPECIAL_TYPES.get(value) ?? 'document-type-code'),
      issues,
      confidence: 0.9,
      values: { found: value, kind },
    },
  ];
}

/** A format of the Peppol network. */
type Format = { readonly name: string; readonly specification: string; readonly process: string };

const POACC = 'urn:fdc:peppol.eu:2017:poacc';
const EN16931 = 'urn:cen.eu:en16931:2017';

const BILLING: Format = {
  name: 'Peppol BIS Billing 3.0',
  specification: `${EN16931}#compliant#${POACC}:billing:3.0`,
  process: `${POACC}:billing:01:1.0`,
};
const SELF_BILLING: Format = {
  name: 'Peppol BIS Self-Billing 3.0',
  specification: `${EN16931}#compliant#${POACC}:selfbilling:3.0`,
  process: `${POACC}:selfbilling:01:1.0`,
};

/** The Peppol format that a document means: by its specification (BT-24), its process (BT-23) or its type (BT-3). */
function formatOf(root: XmlElement): Format {
  for (const name of ['cbc:CustomizationID', 'cbc:ProfileID']) {
    const [stated] = /(?:self[-_]?)?bill?ing/i.exec(textAt(root, name) ?? '') ?? [];
    if (stated !== undefined) return /^self/i.test(stated) ? SELF_BILLING : BILLING;
  }
  const type = textAt(root, 'cbc:InvoiceTypeCode') ?? textAt(root, 'cbc:CreditNoteTypeCode');
  return type === '389' || type === '261' ? SELF_BILLING : BILLING;
}

/** Detects mistakes in the claimed specification and process (BT-24, BT-23). */
export function detectProfile(found: Case): Mistake[] {
  const { root } = found;
  if (root === null) return [];
  const mistakes: Mistake[] = [];
  const unvalidated = found.claim(found.openOf('RULESET-NOT-INSTALLED'));
  const guideline = findGuideline({ root });
  const customization = guideline === null ? textAt(root, 'cbc:CustomizationID') : stringValue(guideline).trim();
  const format = formatOf(root);
  const misspelt = misspeltFormat(customization ?? '');
  if (unvalidated.length > 0 && misspelt !== null) {
    mistakes.push({
      id: 'customization-misspelt',
      issues: unvalidated,
      confidence: 0.95,
      values: {
        ...describeTypo(customization ?? '', misspelt.specification),
        expected: misspelt.specification,
        format: misspelt.name,
      },
      corrections: [() => setText(found, 'cbc:CustomizationID', misspelt.specification)],
    });
  } else if (unvalidated.length > 0 && isSwappedProcess(root)) {
    const process = textAt(root, 'cbc:ProfileID')!;
    mistakes.push({
      id: 'specification-swapped',
      issues: unvalidated,
      confidence: 0.95,
      values: { found: customization! },
      corrections: [
        () => {
          const [one, other] = [
            setText(found, 'cbc:CustomizationID', process),
            setText(found, 'cbc:ProfileID', customization!),
          ];
          return one === null || other === null ? null : { id: 'swap', edits: [...one.edits, ...other.edits] };
        },
      ],
    });
  } else if (unvalidated.length > 0) {
    const { isKnown, name } = findSpecification(customization);
    mistakes.push({
      id: 'rules-not-installed',
      issues: unvalidated,
      confidence: 1,
      values: { name: isKnown ? name : '', format: format.name },
    });
  }
  const wrong = customization === null ? [] : found.claim(found.openOf('PEPPOL-EN16931-R004'));
  if (wrong.length > 0) {
    mistakes.push({
      id: 'customization-wrong',
      issues: wrong,
      confidence: 0.95,
      values: {
        found: customization ?? '',
        expected: (misspelt ?? format).specification,
        format: (misspelt ?? format).name,
      },
      // A document of another specification follows other rules, so its identifier is not replaced.
      ...(misspelt !== null && {
        corrections: [() => setText(found, 'cbc:CustomizationID', misspelt.specification)],
      }),
    });
  }
  const process = textAt(root, 'cbc:ProfileID');
  const { process: expected, name } = format;
  const missing = found.claim(
    found.openOf('PEPPOL-EN16931-R001', ...(process === null ? ['PEPPOL-EN16931-R007'] : [])),
  );
  if (missing.length > 0) {
    mistakes.push({
      id: 'profile-missing',
      issues: missing,
      confidence: 0.95,
      values: { expected, format: name },
      corrections: [() => setText(found, 'cbc:ProfileID', expected)],
    });
  }
  const profile = found.claim(found.openOf('PEPPOL-EN16931-R007'));
  if (profile.length > 0) {
    mistakes.push({
      id: 'profile-wrong',
      issues: profile,
      confidence: 0.95,
      values: { found: process ?? '', expected, format: name },
      corrections: [() => setText(found, 'cbc:ProfileID', expected)],
    });
  }
  return mistakes.concat(detectMissingSpecification(found, customization));
}

/** Whether BT-24 states a process of Peppol and BT-23 a specification. */
const isSwappedProcess = (root: XmlElement): boolean =>
  /^urn:fdc:peppol\.eu:\d{4}:poacc:\w+:\d\d:/.test(textAt(root, 'cbc:CustomizationID') ?? '') &&
  (textAt(root, 'cbc:ProfileID') ?? '').startsWith('urn:cen.eu:en16931:');

/** More typos make another identifier. */
const MAX_TYPOS = 4;

/** The Peppol format whose identifier is written with typos; null for any other identifier. */
function misspeltFormat(customization: string): Format | null {
  if (findSpecification(customization).isKnown || customization.length > 200) return null;
  // Another version is another specification.
  if (!/:3(?:\D?[0O])?$/.test(customization.trim())) return null;
  const typosIn = ({ specification }: Format): number =>
    editDistance(customization.toLowerCase(), specification.toLowerCase(), MAX_TYPOS);
  const nearest = typosIn(SELF_BILLING) < typosIn(BILLING) ? SELF_BILLING : BILLING;
  return typosIn(nearest) <= MAX_TYPOS ? nearest : null;
}

/** Number of characters shown before and after a typo. */
const AROUND = 12;

/** The first difference from an identifier, in the document and in the correct identifier. */
function describeTypo(
  customization: string,
  specification: string,
): { readonly found: string; readonly right: string } {
  let start = 0;
  while (start < customization.length && customization[start] === specification[start]) start += 1;
  const from = Math.max(0, start - AROUND);
  const cut = (text: string): string => text.slice(from, start + AROUND);
  return { found: cut(customization), right: cut(specification) };
}

/** Reports a missing specification (BR-01), together with the Peppol rule about the same element. */
function detectMissingSpecification(found: Case, customization: string | null): Mistake[] {
  if (customization !== null || found.openOf('BR-01').length === 0) return [];
  const issues = found.claim(found.openOf('BR-01', 'PEPPOL-EN16931-R004'));
  const { root } = found;
  const format = formatOf(root!);
  const hasProcess = (textAt(root!, 'cbc:ProfileID') ?? '').startsWith('urn:fdc:peppol.eu:');
  const addresses = ['Supplier', 'Customer'].map((side) => `cac:Accounting${side}Party/cac:Party/cbc:EndpointID`);
  // A document with electronic addresses of both parties is meant for the Peppol network.
  const isPeppol = hasProcess || addresses.every((path) => textAt(root!, path) !== null);
  const expected = isPeppol ? format.specification : EN16931;
  const state = (specification: string) => setText(found, 'cbc:CustomizationID', specification);
  const stateBoth = () => {
    const [one, other] = [state(format.specification), setText(found, 'cbc:ProfileID', format.process)];
    return one == null || other == null ? null : { edits: [...one.edits, ...other.edits] };
  };
  const own = hasProcess ? [() => state(format.specification)] : isPeppol ? [stateBoth, () => state(EN16931)] : [];
  return [
    {
      id: 'customization-missing',
      issues,
      confidence: 0.95,
      values: { expected, format: format.name },
      corrections: own.length > 0 ? own : [() => state(EN16931), stateBoth],
    },
  ];
}

/** Sets the text of a child of the document element; inserts the child if it is missing. */
function setText(found: Case, name: string, value: string): Correction | null {
  const { editor, root } = found;
  const present = childrenOf(root!, name)[0];
  const edit =
    present === undefined ? editor().insert(root!, { name, content: value }) : editor().replaceText(present, value);
  return edit === null ? null : { edits: [edit] };
}
