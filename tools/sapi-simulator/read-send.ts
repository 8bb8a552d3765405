import { createHash } from 'node:crypto';
import { NodeKind, parseXml, stringValue, type XmlElement } from '@e-invoice/schematron/xml';
import type { Client, Metadata } from './model.ts';
import { invalid, refused, SapiError } from './sapi-error.ts';

const CAC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';

/** Payload limit of SAPI-SK 1.0. */
const MAX_BYTES = 10 * 1024 * 1024;

const METADATA_FIELDS = [
  'documentId',
  'documentTypeId',
  'processId',
  'senderParticipantId',
  'receiverParticipantId',
  'creationDateTime',
] as const satisfies readonly (keyof Metadata)[];

export type Send = {
  readonly key: string;
  readonly metadata: Metadata;
  readonly payload: string;
  readonly sha256: string;
};

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Parses and validates `POST /document/send`: headers, metadata, payload, and their consistency.
 *
 * @throws SapiError 400: missing or malformed values; 403: a participant of another client; 422: a payload that is
 *   not XML or contradicts its metadata (SAPI-DOC-025 for the sender)
 */
export function readSend(client: Client, headers: Headers, body: Readonly<Record<string, unknown>>): Send {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') throw invalid('Idempotency-Key', 'is required');
  const participant = expectParticipant(client, headers);
  const metadata = readMetadata(body.metadata);
  if (metadata.senderParticipantId !== participant) {
    throw invalid('metadata.senderParticipantId', 'differs from X-Peppol-Participant-Id', 'SAPI-VAL-004');
  }
  const { payload, payloadFormat, checksum } = body;
  if (typeof payload !== 'string' || payload === '') throw invalid('payload', 'is required');
  if (payloadFormat !== 'XML') throw invalid('payloadFormat', 'must be XML');
  const bytes = Buffer.from(payload);
  if (bytes.length > MAX_BYTES) throw invalid('payload', `is larger than ${MAX_BYTES} bytes`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (checksum !== undefined && checksum !== sha256) throw refused('checksum', 'is not that of the payload');
  compare(bytes, metadata);
  return { key, metadata, payload, sha256 };
}

/** Participant of a call. Throws SapiError 400, or 403 when it belongs to another client. */
export function expectParticipant(client: Client, headers: Headers): string {
  const participant = headers['x-peppol-participant-id'];
  if (participant === undefined) throw invalid('X-Peppol-Participant-Id', 'is required', 'SAPI-VAL-004');
  if (!client.participants.includes(participant)) {
    throw new SapiError(403, 'AUTH', 'SAPI-PERM-001', 'The participant is not one of this client');
  }
  return participant;
}

function readMetadata(value: unknown): Metadata {
  if (typeof value !== 'object' || value === null) throw invalid('metadata', 'is required');
  const input = value as Partial<Record<keyof Metadata, unknown>>;
  for (const field of METADATA_FIELDS) {
    if (typeof input[field] !== 'string' || input[field] === '') throw invalid(`metadata.${field}`, 'is required');
  }
  const metadata = input as Metadata;
  const { senderParticipantId, receiverParticipantId } = metadata;
  for (const [field, value] of Object.entries({ senderParticipantId, receiverParticipantId })) {
    if (!/^\d{4}:\S+$/.test(value)) throw invalid(`metadata.${field}`, 'is not scheme:identifier', 'SAPI-VAL-004');
  }
  if (
    !/T[^T]*(?:Z|[+-]\d\d:\d\d)$/.test(metadata.creationDateTime) ||
    Number.isNaN(Date.parse(metadata.creationDateTime))
  ) {
    throw invalid('metadata.creationDateTime', 'is no time with a zone');
  }
  return metadata;
}

/** Compares the metadata with the document; a document that is not UBL is forwarded unchecked. */
function compare(bytes: Uint8Array, metadata: Metadata): void {
  const parsed = parseXml(bytes);
  if (!parsed.ok) throw refused('payload', 'is no well-formed XML');
  const { root } = parsed.document;
  const customization = textOf(root, [CBC, 'CustomizationID']);
  const type = `${root.uri}::${root.local}##${customization}::${textOf(root, [CBC, 'UBLVersionID']) ?? '2.1'}`;
  if (customization !== null && type !== metadata.documentTypeId) {
    throw refused('metadata.documentTypeId', 'is not the type of the payload');
  }
  const process = textOf(root, [CBC, 'ProfileID']);
  if (process !== null && process !== metadata.processId) {
    throw refused('metadata.processId', 'is not the ProfileID of the payload');
  }
  const sender =
    root.local === 'ApplicationResponse'
      ? endpointOf(root, [CAC, 'SenderParty'])
      : endpointOf(root, [CAC, 'AccountingSupplierParty'], [CAC, 'Party']);
  if (sender !== null && sender.toLowerCase() !== metadata.senderParticipantId.toLowerCase()) {
    throw refused('metadata.senderParticipantId', 'is not the EndpointID of the sender', 'SAPI-DOC-025');
  }
}

type Step = readonly [uri: string, local: string];

function find(from: XmlElement, steps: readonly Step[]): XmlElement | null {
  let at: XmlElement | null = from;
  for (const [uri, local] of steps) {
    const elements: XmlElement[] = (at?.children ?? []).filter((child) => child.kind === NodeKind.ELEMENT);
    at = elements.find((child) => child.uri === uri && child.local === local) ?? null;
  }
  return at;
}

function textOf(from: XmlElement, ...steps: readonly Step[]): string | null {
  const found = find(from, steps);
  return found === null ? null : stringValue(found).trim() || null;
}

function endpointOf(root: XmlElement, ...party: readonly Step[]): string | null {
  const endpoint = find(root, [...party, [CBC, 'EndpointID']]);
  const scheme = endpoint?.attributes.find(({ local }) => local === 'schemeID')?.value;
  return endpoint === null || scheme === undefined ? null : `${scheme}:${stringValue(endpoint).trim()}`;
}
