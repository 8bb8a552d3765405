import { createHash } from 'node:crypto';
import { toUuid5 } from '../../../lib/uuid5.ts';

/** UUID namespace of the Slovak profile (ID-BDID-01; Solution Architecture 1.2, 9.2.3). */
const NAMESPACE = Buffer.from('e0bc4ac8b02546e5a76d0c893fc3027e', 'hex');

/** Values that identify a document at the tax office, whatever its other content. */
type Identity = {
  /** BT-34 with its scheme, for example `0245` and `2020317068`. */
  readonly scheme: string;
  readonly endpoint: string;
  /** BT-3, BT-1, BT-2. */
  readonly typeCode: string;
  readonly number: string;
  readonly issueDate: string;
};

/**
 * Tax office identifier of a document: a version 5 UUID (RFC 9562, 5.5) over the seller's endpoint, type, number and
 * date, each trimmed, joined by a space. Other countries use other schemes.
 */
export function documentUuid({ scheme, endpoint, typeCode, number, issueDate }: Identity): string {
  return nameUuid([scheme, endpoint, typeCode, number, issueDate].map((part) => part.trim()).join(' '));
}

/** Version 5 UUID of a name in the same namespace, for identifiers derived from that of a document. */
export const nameUuid = (name: string): string =>
  toUuid5(createHash('sha1').update(NAMESPACE).update(name, 'utf8').digest());
