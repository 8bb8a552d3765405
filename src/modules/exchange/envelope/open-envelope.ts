import { NodeKind, parseXml, stringValue, type XmlElement } from '@e-invoice/schematron/xml';

const SBDH = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';
const END_OF_HEADER = '</sbdh:StandardBusinessDocumentHeader>';
const END = '</sbdh:StandardBusinessDocument>';
/** Bytes; the identifiers of a header are short. */
const LONGEST_HEADER = 64 * 1024;

/** The header values of an envelope written by `writeEnvelope`, and its document. */
export type OpenedEnvelope = {
  /** Peppol participant identifiers, `scheme:id`. */
  readonly sender: string;
  readonly receiver: string;
  /** `id` excludes the scheme. */
  readonly documentType: { readonly id: string; readonly scheme: string };
  readonly process: string;
  readonly country: string;
  readonly instanceIdentifier: string;
  /** ISO 8601 with time zone, as written in the header. */
  readonly createdAt: string;
  /** The document without the envelope, byte for byte. */
  readonly content: Uint8Array;
};

/**
 * Opens an envelope that `writeEnvelope` wrote. Only the header is parsed; the document is returned as a view of the
 * same bytes, whatever its size.
 *
 * @throws Error when the bytes are not such an envelope
 */
export function openEnvelope(bytes: Uint8Array): OpenedEnvelope {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = buffer.subarray(0, LONGEST_HEADER).indexOf(END_OF_HEADER);
  const start = at + END_OF_HEADER.length;
  const end = buffer.length - END.length;
  if (at === -1 || buffer.lastIndexOf(END) !== end)
    throw new Error('The bytes are not an envelope written by this service');
  const parsed = parseXml(Buffer.concat([buffer.subarray(0, start), buffer.subarray(end)]));
  if (!parsed.ok) throw new Error('The header of the envelope cannot be read');
  const header = find(parsed.document.root, 'StandardBusinessDocumentHeader')!;
  const identification = find(header, 'DocumentIdentification')!;
  const scopes = new Map(
    elementsOf(find(header, 'BusinessScope')!).map((scope) => [
      textOf(scope, 'Type'),
      { value: textOf(scope, 'InstanceIdentifier'), scheme: find(scope, 'Identifier') && textOf(scope, 'Identifier') },
    ]),
  );
  const type = scopes.get('DOCUMENTID')!;
  return {
    sender: textOf(find(header, 'Sender')!, 'Identifier'),
    receiver: textOf(find(header, 'Receiver')!, 'Identifier'),
    documentType: { id: type.value, scheme: type.scheme ?? '' },
    process: scopes.get('PROCESSID')!.value,
    country: scopes.get('COUNTRY_C1')!.value,
    instanceIdentifier: textOf(identification, 'InstanceIdentifier'),
    createdAt: textOf(identification, 'CreationDateAndTime'),
    content: buffer.subarray(start, end),
  };
}

const elementsOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => child.kind === NodeKind.ELEMENT);

const find = (from: XmlElement, local: string): XmlElement | null =>
  elementsOf(from).find((child) => child.uri === SBDH && child.local === local) ?? null;

function textOf(from: XmlElement, local: string): string {
  const found = find(from, local);
  if (found === null) throw new Error(`The header of the envelope has no ${local}`);
  return stringValue(found);
}
