import { createHash } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { LookupFault } from './lookup-fault.ts';

/** What DNS says of a participant: its SMP; or that the zones have no such name, or nothing of the kind under it. */
type SmlAnswer =
  | { readonly outcome: 'found'; readonly smpUrl: string; readonly name: string }
  | { readonly outcome: 'absent'; readonly name: string };

export type FindSmp = {
  /**
   * Asks the zones in turn.
   *
   * @param participant scheme and id in lower case
   * @throws LookupFault when nobody could say (SERVFAIL, no answer, a broken record, no such zone)
   */
  readonly find: (participant: string) => Promise<SmlAnswer>;
  /** Under which name it is looked for first. */
  readonly nameOf: (participant: string) => string;
};

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

const SERVICE = /^meta:smp$/i;
const MAX_ALIASES = 8;
const ZONE_LIFE_MS = 600_000;

/** The word of a resolver for a failure. */
const codeOf = (error: unknown): string => String((error as { code?: unknown }).code);

function toFault(error: unknown): LookupFault {
  if (error instanceof LookupFault) return error;
  return new LookupFault(codeOf(error) === 'ETIMEOUT' ? 'dns_timeout' : 'dns_failed', null, error);
}

type Naptr = Awaited<ReturnType<Resolver['resolveNaptr']>>[number];

type SmlParts = {
  /** Asked in this order: the zone of the network, and perhaps the one that it moves from. */
  readonly zones: readonly string[];
  /** `address` or `address:port`; null for those of the system. */
  readonly servers: readonly string[] | null;
  readonly now: () => number;
  /** For one question to one server, in milliseconds. */
  readonly timeLimit?: number;
  readonly tries?: number;
};

/** Makes the look-up of SMPs by U-NAPTR. */
export function makeFindSmp({ zones, servers, now, timeLimit = 2_000, tries = 2 }: SmlParts): FindSmp {
  const resolver = new Resolver({ timeout: timeLimit, tries });
  if (servers !== null) resolver.setServers([...servers]);
  const seen = new Map<string, number>();

  /**
   * The records under a name; none when it does not exist. A resolver that was asked for NAPTR may answer an alias
   * alone, which then looks like a name without such records: the alias is followed here.
   */
  const ask = async (name: string, hops = 0): Promise<Naptr[]> => {
    try {
      const records = await resolver.resolveNaptr(name);
      if (records.length > 0) return records;
    } catch (error) {
      if (codeOf(error) === 'ENOTFOUND') return [];
      if (codeOf(error) !== 'ENODATA') throw error;
    }
    const alias = await resolver.resolveCname(name).catch((error: unknown) => {
      if (codeOf(error) === 'ENOTFOUND' || codeOf(error) === 'ENODATA') return [];
      throw error;
    });
    if (alias[0] === undefined) return [];
    if (hops === MAX_ALIASES) throw new LookupFault('dns_alias_loop');
    return ask(alias[0], hops + 1);
  };

  /** A zone that is not there has no participants either: its silence about one must not count. */
  const checkZone = async (zone: string): Promise<void> => {
    if ((seen.get(zone) ?? Number.NEGATIVE_INFINITY) > now() - ZONE_LIFE_MS) return;
    try {
      await resolver.resolveSoa(zone);
    } catch (error) {
      if (codeOf(error) === 'ENOTFOUND') throw new LookupFault('zone_missing', null, error);
      if (codeOf(error) !== 'ENODATA') throw error;
    }
    seen.set(zone, now());
  };

  const findIn = async (participant: string, zone: string): Promise<SmlAnswer> => {
    const name = toSmlName(participant, zone);
    const records = await ask(name);
    const usable = records
      .filter(({ flags, service }) => flags.toLowerCase() === 'u' && SERVICE.test(service))
      .sort((a, b) => a.order - b.order || a.preference - b.preference);
    if (usable.length === 0) {
      await checkZone(zone);
      return { outcome: 'absent', name };
    }
    for (const { regexp } of usable) {
      const smpUrl = readRegexp(regexp, name);
      if (smpUrl !== null) return { outcome: 'found', smpUrl, name };
    }
    throw new LookupFault('dns_record_unreadable');
  };

  return {
    nameOf: (participant) => toSmlName(participant, zones[0]!),
    find: async (participant) => {
      let fault: LookupFault | null = null;
      for (const zone of zones) {
        try {
          const answer = await findIn(participant, zone);
          if (answer.outcome === 'found') return answer;
        } catch (error) {
          fault ??= toFault(error);
        }
      }
      if (fault !== null) throw fault;
      return { outcome: 'absent', name: toSmlName(participant, zones[0]!) };
    },
  };
}

/** The replacement of a NAPTR expression (RFC 3402, 3.2) that matches everything: `!.*!https://smp.example!`. */
function readRegexp(regexp: string, name: string): string | null {
  const delimiter = regexp[0];
  if (delimiter === undefined) return null;
  const [, pattern, replacement] = regexp.split(delimiter);
  if (pattern === undefined || replacement === undefined || !/^\^?\.\*\$?$|^$/.test(pattern)) return null;
  const url = replacement.replaceAll('\\0', name);
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url.replace(/(?<!\/)\/+$/, '') : null;
}
