/** Type of the object that an id identifies. Every public id starts with such a prefix. */
export type IdPrefix =
  | 'doc'
  | 'evt'
  | 'bat'
  | 'itm'
  | 'art'
  | 'aud'
  | 'key'
  | 'wsp'
  | 'wky'
  | 'whk'
  | 'dlv'
  | 'prt'
  | 'prp'
  | 'snd'
  | 'run'
  | 'msg'
  | 'rad'
  | 'rep'
  | 'job'
  | 'sfk'
  | 'krq'
  | 'drp'
  | 'req';

/** Source of random bytes. */
export type RandomBytes = (length: number) => Uint8Array;

/**
 * Creates an id: a prefix and a UUIDv7 (RFC 9562, 5.7), for example `doc_018f…`. Ids created in different
 * milliseconds sort by time as text.
 *
 * @param now milliseconds since the epoch
 * @param random source of 10 random bytes
 */
export function newId(prefix: IdPrefix, now: number, random: RandomBytes): string {
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.set(random(10), 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${prefix}_${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const ID = /^[a-z]{3}_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** True when the text has the syntax of an id with this prefix; the object need not exist. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && ID.test(text);
}
