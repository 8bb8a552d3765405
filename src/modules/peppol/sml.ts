import { createHash } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { LookupFault } from './lookup-fault.ts';

/** Result of the DNS lookup: the SMP, or `absent` when the zones have no such name or no matching record. */
type SmlAnswer =
  | { readonly outcome: 'found'; readonly smpUrl: string; readonly name: string }
  | { readonly outcome: 'absent'; readonly name: string };

export type FindSmp = {
  /**
   * Queries the zones in order.
   *
   * @param participant scheme and id in lower case
   * @throws LookupFault when the result is unknown (SERVFAIL, no response, an invalid record, a missing zone)
   */
  readonly find: (participant: string) => Promise<SmlAnswer>;
  /** DNS name in the first zone. */
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
 * DNS name of a participant: Base32(SHA-256(value)) in the zone (Peppol Policy for use of Identifiers 4.4.0).
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

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code);

function toFault(error: unknown): LookupFault {
  if (error instanceof LookupFault) return error;
  return new LookupFault(codeOf(error) === 'ETIMEOUT' ? 'dns_timeout' : 'dns_failed', null, error);
}

type Naptr = Awaited<ReturnType<Resolver['resolveNaptr']>>[number];

type SmlParts = {
  /** Queried in this order: the zone of the network, then optionally the zone that it is migrating from. */
  readonly zones: readonly string[];
  /** `address` or `address:port`; null uses the servers of the system. */
  readonly servers: readonly string[] | null;
  readonly now: () => number;
  /** Timeout of one query to one server, in milliseconds. */
  readonly timeLimit?: number;
  readonly tries?: number;
};

/** Creates the lookup of SMPs by U-NAPTR records. */
export function makeFindSmp({ zones, servers, now, timeLimit = 2_000, tries = 2 }: SmlParts): FindSmp {
  const resolver = new Resolver({ timeout: timeLimit, tries });
  if (servers !== null) resolver.setServers([...servers]);
  const seen = new Map<string, number>();

  /**
   * Returns the records of a name; empty when it does not exist. A resolver may answer a NAPTR query with only an
   * alias, which looks like a name without NAPTR records, so aliases are followed here.
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

  /** A missing zone contains no participants, so its NXDOMAIN must not count as `absent`. */
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

/**
 * Extracts the replacement of a NAPTR expression (RFC 3402, 3.2) that matches everything: `!.*!https://smp.example!`.
 */
function readRegexp(regexp: string, name: string): string | null {
  const delimiter = regexp[0];
  if (delimiter === undefined) return null;
  const [, pattern, replacement] = regexp.split(delimiter);
  if (pattern === undefined || replacement === undefined || !/^\^?\.\*\$?$|^$/.test(pattern)) return null;
  const url = replacement.replaceAll('\\0', name);
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url.replace(/(?<!\/)\/+$/, '') : null;
}
