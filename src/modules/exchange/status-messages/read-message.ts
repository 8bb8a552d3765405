import { NodeKind, parseXml, stringValue, type XmlElement } from '@e-invoice/schematron/xml';
import { cleanText } from '../../../lib/clean-text.ts';
import type { MessageLine, StatusMessage } from './message.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const ROOT = `${UBL}:ApplicationResponse-2`;
const CAC = `${UBL}:CommonAggregateComponents-2`;
const CBC = `${UBL}:CommonBasicComponents-2`;
const SBDH = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';

/** Bytes; messages are short, larger ones are not parsed. */
export const LARGEST_MESSAGE = 256 * 1024;

const MAX_LINES = 100;

/**
 * Parses a message, bare or in an envelope, as far as possible; validation against the rules of its kind is separate.
 *
 * @returns null when the bytes are neither an MLS nor an Invoice Response
 */
export function readStatusMessage(bytes: Uint8Array): StatusMessage | null {
  if (bytes.length > LARGEST_MESSAGE) return null;
  const parsed = parseXml(bytes);
  if (!parsed.ok) return null;
  const { root: outer } = parsed.document;
  const root = outer.uri === SBDH ? elementsOf(outer).find(({ uri }) => uri !== SBDH) : outer;
  if (root === undefined || root.uri !== ROOT || root.local !== 'ApplicationResponse') return null;
  const customization = textAt(root, 'CustomizationID') ?? '';
  const kind = kindOf(customization);
  if (kind === null) return null;
  const answered = elementsOf(root).filter((child) => is(child, CAC, 'DocumentResponse'));
  const [first] = answered;
  const response = first && find(first, CAC, 'Response');
  const reference = first && find(first, CAC, 'DocumentReference');
  return {
    kind,
    id: textAt(root, 'ID'),
    code: response ? textAt(response, 'ResponseCode') : null,
    description: response ? textAt(response, 'Description') : null,
    reference: reference ? textAt(reference, 'ID') : null,
    sender: endpointOf(root, 'SenderParty'),
    receiver: endpointOf(root, 'ReceiverParty'),
    issueDate: textAt(root, 'IssueDate'),
    issueTime: textAt(root, 'IssueTime'),
    lines: first === undefined ? [] : linesOf(first, response ?? null),
  };
}

function kindOf(customization: string): StatusMessage['kind'] | null {
  if (/^urn:peppol:edec:mls:1\.\d+$/.test(customization)) return 'mls';
  return /^urn:fdc:peppol\.eu:poacc:trns:invoice_response:3/.test(customization) ? 'invoice_response' : null;
}

/** Reasons are in line responses (MLS), or in statuses next to the code (Invoice Response). */
function linesOf(answered: XmlElement, response: XmlElement | null): MessageLine[] {
  const lines = elementsOf(answered).filter((child) => is(child, CAC, 'LineResponse'));
  const own = response === null ? [] : elementsOf(response).filter((child) => is(child, CAC, 'Status'));
  return [...own.map((status) => toLine(null, status, null)), ...lines.flatMap(ofLine)].slice(0, MAX_LINES);
}

function ofLine(line: XmlElement): MessageLine[] {
  const at = find(line, CAC, 'LineReference');
  return elementsOf(line)
    .filter((child) => is(child, CAC, 'Response'))
    .map((response) =>
      toLine(at && textAt(at, 'LineID'), find(response, CAC, 'Status'), textAt(response, 'Description')),
    );
}

function toLine(location: string | null, status: XmlElement | null, description: string | null): MessageLine {
  return {
    location: location === 'NA' ? null : location,
    reason: status && textAt(status, 'StatusReasonCode'),
    description: description ?? (status && textAt(status, 'StatusReason')),
  };
}

const elementsOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => child.kind === NodeKind.ELEMENT);

const is = ({ uri, local }: XmlElement, namespace: string, name: string): boolean =>
  uri === namespace && local === name;

const find = (from: XmlElement, uri: string, local: string): XmlElement | null =>
  elementsOf(from).find((child) => is(child, uri, local)) ?? null;

function textAt(from: XmlElement, local: string): string | null {
  const found = find(from, CBC, local);
  // Untrusted text that is shown to users.
  const text = found === null ? '' : cleanText(stringValue(found));
  return text === '' ? null : text;
}

function endpointOf(root: XmlElement, role: string): string | null {
  const party = find(root, CAC, role);
  const endpoint = party && find(party, CBC, 'EndpointID');
  const scheme = endpoint?.attributes.find(({ local }) => local === 'schemeID')?.value.trim();
  const id = endpoint === null ? '' : stringValue(endpoint).trim();
  return id === '' || !scheme ? null : cleanText(`${scheme}:${id}`);
}
