import { type Bytes, isSame, sha256, toAscii } from './bytes.ts';
import { oidOf, readDer, TAG, within } from './der.ts';

const OIDS = {
  signedData: '2a864886f70d010702',
  stampInfo: '2a864886f70d0109100104',
  sha256: '608648016503040201',
} as const;

/** What an answer of a time-stamping authority says (RFC 3161, 2.4.2), its signature aside. */
type TimeStamp = { readonly imprint: Bytes; readonly at: string };

/**
 * Reads an answer of a time-stamping authority. Its signature is not verified here: that needs the authority's
 * certificates, which the reader has to trust from elsewhere.
 *
 * @returns null when it grants none, or not with SHA-256
 */
function readTimeStamp(response: Bytes): TimeStamp | null {
  try {
    const [status, token] = within(readDer(response)[0]);
    // Granted, maybe with changes.
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

/** `20270115101112.5Z` (RFC 3161: always UTC) as ISO 8601. */
function toIso(time: string): string | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(time);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second, fraction = ''] = parts;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`;
}

/** Whether the time stamp is of the text, and of when; null: it is no time stamp. */
export async function checkTimeStamp(
  response: Bytes,
  text: Bytes,
): Promise<{ readonly isOfText: boolean; readonly at: string } | null> {
  const stamp = readTimeStamp(response);
  return stamp && { isOfText: isSame(stamp.imprint, await sha256(text)), at: stamp.at };
}
