import { escapeText } from '@e-invoice/schematron/xml';
import type { Addressing } from './read-addressing.ts';

const SBDH = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';
const AUTHORITY = 'iso6523-actorid-upis';

/** Recipient of message level statuses, and when they are sent (MLS 1.0): scopes MLS_TO and MLS_TYPE. */
export type MessageStatus = { readonly to: string; readonly type: 'FAILURE_ONLY' | 'ALWAYS_SEND' };

export type EnvelopeParts = {
  readonly addressing: Pick<Addressing, 'namespace' | 'localName' | 'version' | 'content'>;
  /** Peppol participant identifiers, `scheme:id`. */
  readonly sender: string;
  readonly receiver: string;
  /** `id` excludes the scheme. */
  readonly documentType: { readonly id: string; readonly scheme: string };
  readonly process: string;
  /** Country of the sending end user (ISO 3166-1 alpha-2). */
  readonly country: string;
  /** Unique per envelope: receivers detect duplicates by it. */
  readonly instanceIdentifier: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly messageStatus: MessageStatus | null;
};

/**
 * Wraps a document in the Peppol business message envelope 2.0 (UTF-8). The document is copied as written; every
 * header element has a prefix, so that the namespaces of the document do not change.
 */
export function writeEnvelope(parts: EnvelopeParts): Buffer {
  const { addressing, sender, receiver, documentType, process, country, messageStatus } = parts;
  const party = (role: string, id: string): string =>
    `<sbdh:${role}><sbdh:Identifier Authority="${AUTHORITY}">${escapeText(id)}</sbdh:Identifier></sbdh:${role}>`;
  const scope = (type: string, value: string, scheme: string | null): string =>
    `<sbdh:Scope><sbdh:Type>${type}</sbdh:Type><sbdh:InstanceIdentifier>${escapeText(value)}</sbdh:InstanceIdentifier>${
      scheme === null ? '' : `<sbdh:Identifier>${escapeText(scheme)}</sbdh:Identifier>`
    }</sbdh:Scope>`;
  const header = [
    '<sbdh:HeaderVersion>1.0</sbdh:HeaderVersion>',
    party('Sender', sender),
    party('Receiver', receiver),
    '<sbdh:DocumentIdentification>',
    `<sbdh:Standard>${escapeText(addressing.namespace)}</sbdh:Standard>`,
    `<sbdh:TypeVersion>${escapeText(addressing.version)}</sbdh:TypeVersion>`,
    `<sbdh:InstanceIdentifier>${escapeText(parts.instanceIdentifier)}</sbdh:InstanceIdentifier>`,
    `<sbdh:Type>${addressing.localName}</sbdh:Type>`,
    `<sbdh:CreationDateAndTime>${new Date(parts.createdAt).toISOString()}</sbdh:CreationDateAndTime>`,
    '</sbdh:DocumentIdentification>',
    '<sbdh:BusinessScope>',
    scope('DOCUMENTID', documentType.id, documentType.scheme),
    scope('PROCESSID', process, 'cenbii-procid-ubl'),
    scope('COUNTRY_C1', country, null),
    ...(messageStatus === null
      ? []
      : [scope('MLS_TO', messageStatus.to, AUTHORITY), scope('MLS_TYPE', messageStatus.type, null)]),
    '</sbdh:BusinessScope>',
  ].join('');
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<sbdh:StandardBusinessDocument xmlns:sbdh="${SBDH}">` +
      `<sbdh:StandardBusinessDocumentHeader>${header}</sbdh:StandardBusinessDocumentHeader>` +
      `${addressing.content}</sbdh:StandardBusinessDocument>`,
  );
}
