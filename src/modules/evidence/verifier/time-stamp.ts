import { type Bytes, isSame, sha256, toAscii } from './bytes.ts';
import { oidOf, readDer, TAG, within } from './der.ts';

const OIDS = {
  signedData: '2a864886f70d010702',
  stampInfo: '2a864886f70d0109100104',
  sha256: '608648016503040201',
} as const;

/** Content of a time stamp response (RFC 3161, 2.4.2) without its signature. */
type TimeStamp = { readonly imprint: Bytes; readonly at: string };

/**
 * Parses a time stamp response. Does not verify its signature: that requires the certificates of the authority, which
 * the user must trust independently.
 *
 * @returns null if no time stamp was granted, or its hash algorithm is not SHA-256
 */
function readTimeStamp(response: Bytes): TimeStamp | null {
  try {
    const [status, token] = within(readDer(response)[0]);
    // Granted, possibly with modifications.
    if ((within(status)[0]?.content[0] ?? 2) > 1) return null;
    const [kind, holder] = within(token);
    if (oidOf(kind) !== OIDS.signedData) return null;
    const [, , content] = within(within(holder, 0xa0)[0]);
    const [type, wrapped] = within(content);
    const octets = within(wrapped, 0xa0)[0];
    if (oidOf(type) !== OIDS.stampInfo || octets?.tag !== TAG.octets) return null;
    const [, , printed, , time] = within(readDer(octets.content)[0]);
    const [algorithm, imprint] = within(printed);
    if (oidOf(within(algorithm)[0]) !== OIDS.sha256 || imprint?.tag !== TAG.octets || time?.tag !== TAG.time)
      return null;
    const at = toIso(toAscii(time.content));
    return at === null ? null : { imprint: imprint.content, at };
  } catch {
    return null;
  }
}

/** Converts `20270115101112.5Z` (RFC 3161: always UTC) to ISO 8601. */
function toIso(time: string): string | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(time);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second, fraction = ''] = parts;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`;
}

/** Returns whether the time stamp covers the text, and its time; null if it is malformed. */
export async function checkTimeStamp(
  response: Bytes,
  text: Bytes,
): Promise<{ readonly isOfText: boolean; readonly at: string } | null> {
  const stamp = readTimeStamp(response);
  return stamp && { isOfText: isSame(stamp.imprint, await sha256(text)), at: stamp.at };
}
