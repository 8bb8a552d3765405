import { createHash } from 'node:crypto';
import { toUuid5 } from '../../lib/uuid5.ts';

/** UUID namespace of our idempotency keys. Must not change, because partners store keys derived from it. */
const NAMESPACE = Buffer.from('b6d7a3f21c094f5e9a4e7d0c5b8f2e61', 'hex');

/**
 * Idempotency key of a send: a version 5 UUID over workspace, partner and content hash, so that every retry has the
 * same key and other bytes have another key.
 *
 * @param sha256 of the bytes to send
 */
export const sendKeyOf = (workspaceId: string, partner: string, sha256: string): string =>
  toUuid5(createHash('sha1').update(NAMESPACE).update(`${workspaceId} ${partner} ${sha256}`).digest());
