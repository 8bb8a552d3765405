import { createHash } from 'node:crypto';
import { toUuid5 } from '../../lib/uuid5.ts';

/** Our own namespace of idempotency keys; never changed, as partners remember what was made with it. */
const NAMESPACE = Buffer.from('b6d7a3f21c094f5e9a4e7d0c5b8f2e61', 'hex');

/**
 * By which a partner knows the same bytes again: a UUID of version 5 over them, so that a repeat has the same key
 * whoever makes it, and other bytes have another. Scoped by workspace and partner.
 *
 * @param sha256 of the bytes that go out
 */
export const sendKeyOf = (workspaceId: string, partner: string, sha256: string): string =>
  toUuid5(createHash('sha1').update(NAMESPACE).update(`${workspaceId} ${partner} ${sha256}`).digest());
