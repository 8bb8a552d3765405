import { createHash } from 'node:crypto';
import { toUuid5 } from '../../../lib/uuid5.ts';

/** The namespace of the Slovak variant (ID-BDID-01; Solution Architecture 1.2, 9.2.3). */
const NAMESPACE = Buffer.from('e0bc4ac8b02546e5a76d0c893fc3027e', 'hex');

/** What makes two documents the same one to the tax office, whatever else they say. */
type Identity = {
  /** BT-34 with its scheme: `0245`, `2020317068`. */
  readonly scheme: string;
  readonly endpoint: string;
  /** BT-3, BT-1, BT-2. */
  readonly typeCode: string;
  readonly number: string;
  readonly issueDate: string;
};

/**
 * The identifier of a document at the tax office: a UUID of version 5 (RFC 9562, 5.5) over the seller's endpoint, type,
 * number and date, each trimmed, joined by a space. Other countries have other recipes.
 */
export function documentUuid({ scheme, endpoint, typeCode, number, issueDate }: Identity): string {
  return nameUuid([scheme, endpoint, typeCode, number, issueDate].map((part) => part.trim()).join(' '));
}

/** The UUID of a name in the same namespace: for what has one of its own, made of a document's. */
export const nameUuid = (name: string): string =>
  toUuid5(createHash('sha1').update(NAMESPACE).update(name, 'utf8').digest());
