import { unpack } from './read-archive.ts';

/** Before what an address carries of a report. */
const MARK = '#r=';

/** More no report of ours has; a stranger's link must not fill the memory. */
const MAX_BYTES = 200_000;

export const isLink = (hash: string): boolean => hash.startsWith(MARK);

/** A text as a fragment of an address: deflated, base64url (RFC 4648, 5). What stands there is sent to no server. */
export async function toFragment(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return MARK + btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text of a fragment; null where it carries none. */
export async function fromFragment(hash: string): Promise<string | null> {
  try {
    const characters = atob(hash.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(await unpack(bytes, DEFLATED, MAX_BYTES));
  } catch {
    return null;
  }
}

/** The method of a ZIP archive that is RFC 1951. */
const DEFLATED = 8;
