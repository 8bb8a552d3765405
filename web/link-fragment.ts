import { unpack } from './read-archive.ts';

/** Prefix of a report in a URL fragment. */
const MARK = '#r=';

/** Larger than any report of the service. The limit protects the memory of the browser from crafted links. */
const MAX_BYTES = 200_000;

export const isLink = (hash: string): boolean => hash.startsWith(MARK);

/**
 * Encodes a text as a URL fragment: deflate, then base64url (RFC 4648, section 5). Browsers do not send fragments to
 * servers.
 */
export async function toFragment(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return MARK + btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes the text of a fragment; null if the fragment is invalid. */
export async function fromFragment(hash: string): Promise<string | null> {
  try {
    const characters = atob(hash.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(await unpack(bytes, DEFLATED, MAX_BYTES));
  } catch {
    return null;
  }
}

/** ZIP compression method 8, DEFLATE (RFC 1951). */
const DEFLATED = 8;
