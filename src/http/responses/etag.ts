import { createHash } from 'node:crypto';

/** A strong entity tag of a text. */
export const etagOf = (text: string | Buffer): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

/** True when an If-None-Match header (RFC 9110, section 13.1.2) contains the entity tag. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
