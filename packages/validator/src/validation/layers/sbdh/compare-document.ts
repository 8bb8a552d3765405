import type { XmlDocument, XmlElement } from '@e-invoice/schematron/xml';
import { documentTypeOf, isSelfBilling } from '../../read-profile.ts';
import { PARTICIPANT } from './check-header.ts';
import { findChild, textOf } from './elements.ts';
import { makeFinding, type SbdhFinding, type SbdhRule } from './finding.ts';
import { findScope } from './scopes.ts';

/** Compares the header with the document inside; values that either side lacks are skipped. */
export function compareDocument(header: XmlElement, inner: XmlDocument): SbdhFinding[] {
  const type = documentTypeOf(inner);
  if (type === 'unknown') return [];
  const version = type === 'cii' ? null : (textOf(findChild(inner.root, 'UBLVersionID')) ?? '2.1');
  return [
    ...compareIdentification(header, inner.root, version),
    ...compareDocumentId(header, inner.root, version),
    ...compareProcess(header, inner.root),
    ...compareParticipants(header, inner),
  ];
}

function compareIdentification(header: XmlElement, root: XmlElement, version: string | null): SbdhFinding[] {
  const expectations = { Standard: root.uri, TypeVersion: version, Type: root.local };
  return Object.entries(expectations).flatMap(([name, expected]) => {
    const element = findChild(header, 'DocumentIdentification', name);
    const found = textOf(element);
    if (element === null || found === null || expected === null || found === expected) return [];
    return [makeFinding('SBDH-IDENTIFICATION-MISMATCH', element, { found, expected })];
  });
}

/**
 * Splits `{namespace}::{name}##{CustomizationID}::{version}` (Peppol policy for the use of identifiers) in linear
 * time; null when the text has another form.
 */
function readDocumentId(text: string) {
  const last = text.lastIndexOf('::');
  // The name contains neither `:` nor `#`, so the first `##` after a name splits the text.
  const name = /::(?<local>[^:#]+)##/.exec(text);
  const from = name === null ? 0 : name.index + name[0].length;
  const [uri, customization, version] = [text.slice(0, name?.index), text.slice(from, last), text.slice(last + 2)];
  if (name === null || uri === '' || last <= from || version === '' || version.includes(':')) return null;
  return { uri, local: name.groups!.local!, customization, version };
}

function compareDocumentId(header: XmlElement, root: XmlElement, version: string | null): SbdhFinding[] {
  const scope = findScope(header, 'DOCUMENTID');
  if (scope === null || scope.value === null) return [];
  const stated = readDocumentId(scope.value);
  const customization = textOf(findChild(root, 'CustomizationID'));
  const agrees =
    stated !== null &&
    stated.uri === root.uri &&
    stated.local === root.local &&
    (version === null || stated.version === version) &&
    (customization === null || isCustomization(stated.customization, customization, scope.scheme));
  if (agrees) return [];
  const expected =
    customization === null || version === null ? null : `${root.uri}::${root.local}##${customization}::${version}`;
  const instance = findChild(scope.element, 'InstanceIdentifier')!;
  return [makeFinding('SBDH-DOCUMENTID-MISMATCH', instance, { name: 'DOCUMENTID', found: scope.value, expected })];
}

/** With a wildcard, matches every identifier that starts with the part before it. */
function isCustomization(stated: string, customization: string, scheme: string | null): boolean {
  if (scheme === 'peppol-doctype-wildcard' && stated.endsWith('*'))
    return customization.startsWith(stated.slice(0, -1));
  return stated === customization;
}

function compareProcess(header: XmlElement, root: XmlElement): SbdhFinding[] {
  const scope = findScope(header, 'PROCESSID');
  const expected = textOf(findChild(root, 'ProfileID'));
  if (scope === null || scope.value === null || expected === null || scope.value === expected) return [];
  const instance = findChild(scope.element, 'InstanceIdentifier')!;
  return [makeFinding('SBDH-PROCESSID-MISMATCH', instance, { name: 'PROCESSID', found: scope.value, expected })];
}

/**
 * The sender should be the seller, in self-billing the buyer. A service provider may send for them, so this is a
 * warning.
 */
function compareParticipants(header: XmlElement, inner: XmlDocument): SbdhFinding[] {
  const seller = endpointOf(inner.root, 'AccountingSupplierParty');
  const buyer = endpointOf(inner.root, 'AccountingCustomerParty');
  const [sender, receiver] = isSelfBilled(inner) ? [buyer, seller] : [seller, buyer];
  return [
    ...compareParticipant('SBDH-SENDER-MISMATCH', findChild(header, 'Sender', 'Identifier'), sender),
    ...compareParticipant('SBDH-RECEIVER-MISMATCH', findChild(header, 'Receiver', 'Identifier'), receiver),
  ];
}

/** UNTDID 1001: self-billed invoice, self-billed debit note, self-billed credit note. */
const SELF_BILLED = new Set(['389', '527', '261']);

function isSelfBilled(inner: XmlDocument): boolean {
  const { root } = inner;
  const type = textOf(findChild(root, 'InvoiceTypeCode') ?? findChild(root, 'CreditNoteTypeCode'));
  return isSelfBilling(inner) || (type !== null && SELF_BILLED.has(type));
}

function compareParticipant(ruleId: SbdhRule, identifier: XmlElement | null, expected: string | null): SbdhFinding[] {
  const found = textOf(identifier);
  if (identifier === null || found === null || expected === null || !PARTICIPANT.test(found)) return [];
  // Participant identifiers are case-insensitive.
  if (found.toLowerCase() === expected.toLowerCase()) return [];
  return [makeFinding(ruleId, identifier, { found, expected })];
}

function endpointOf(root: XmlElement, party: string): string | null {
  const endpoint = findChild(root, party, 'Party', 'EndpointID');
  const scheme = endpoint?.attributes.find(({ local }) => local === 'schemeID')?.value.trim();
  const value = textOf(endpoint);
  return value === null || !scheme ? null : `${scheme}:${value}`;
}
