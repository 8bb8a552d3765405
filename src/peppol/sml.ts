import { createHash } from 'node:crypto';
import { Resolver } from 'node:dns/promises';

/**
 * What DNS says of a participant.
 *
 * - `found`: its SMP; `absent`: the zone has no such name, or nothing of the kind under it
 * - `unknown`: nobody could say (SERVFAIL, no answer, a broken record); never to be read as absent
 */
export type SmlAnswer =
  | { readonly outcome: 'found'; readonly smpUrl: string; readonly name: string }
  | { readonly outcome: 'absent'; readonly name: string }
  | { readonly outcome: 'unknown'; readonly name: string; readonly reason: string };

export type FindSmp = (participant: string) => Promise<SmlAnswer>;

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** RFC 4648, section 6, in lower case and without padding. */
function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      text += BASE32[(value >>> (bits - 5)) & 31];
      bits -= 5;
    }
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + BASE32[(value << (5 - bits)) & 31];
}

/**
 * The DNS name of a participant: Base32(SHA-256(value)) in the zone (Peppol Policy for use of Identifiers 4.4.0).
 *
 * @param participant scheme and id in lower case: `0245:2020317068`
 */
export function toSmlName(participant: string, zone: string): string {
  const digest = createHash('sha256').update(participant, 'utf8').digest();
  return `${toBase32(digest)}.iso6523-actorid-upis.${zone}`;
}

/** The words of a resolver for "there is nothing": NXDOMAIN, and a name without such records. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);
const SERVICE = /^meta:smp$/i;

/**
 * Makes the look-up of SMPs by U-NAPTR. Aliases (CNAME, DNAME) are followed by the resolver.
 *
 * @param servers `address` or `address:port`; null for those of the system
 */
export function makeFindSmp({
  zone,
  servers,
  timeLimit = 3_000,
}: {
  zone: string;
  servers: readonly string[] | null;
  timeLimit?: number;
}): FindSmp {
  const resolver = new Resolver({ timeout: timeLimit, tries: 2 });
  if (servers !== null) resolver.setServers([...servers]);
  return async (participant) => {
    const name = toSmlName(participant, zone);
    try {
      const records = await resolver.resolveNaptr(name);
      const usable = records
        .filter(({ flags, service }) => flags.toLowerCase() === 'u' && SERVICE.test(service))
        .sort((a, b) => a.order - b.order || a.preference - b.preference);
      if (usable.length === 0) return { outcome: 'absent', name };
      for (const { regexp } of usable) {
        const smpUrl = readRegexp(regexp, name);
        if (smpUrl !== null) return { outcome: 'found', smpUrl, name };
      }
      return { outcome: 'unknown', name, reason: 'naptr_unreadable' };
    } catch (error) {
      const code = String((error as { code?: unknown }).code ?? 'EUNKNOWN');
      return ABSENT.has(code)
        ? { outcome: 'absent', name }
        : { outcome: 'unknown', name, reason: `dns_${code.toLowerCase()}` };
    }
  };
}

/** The replacement of a NAPTR expression (RFC 3402, 3.2) that matches everything: `!.*!https://smp.example!`. */
function readRegexp(regexp: string, name: string): string | null {
  const delimiter = regexp[0];
  if (delimiter === undefined) return null;
  const [, pattern, replacement] = regexp.split(delimiter);
  if (pattern === undefined || replacement === undefined || !/^\^?\.\*\$?$|^$/.test(pattern)) return null;
  const url = replacement.replaceAll('\\0', name);
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url.replace(/\/+$/, '') : null;
}
