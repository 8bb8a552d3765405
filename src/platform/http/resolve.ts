import { lookup, Resolver } from 'node:dns/promises';
import { HttpFault } from './fault.ts';

export type ResolvedAddress = { readonly address: string; readonly family: 4 | 6 };

/**
 * Resolves a host name.
 *
 * @throws HttpFault `dns_not_found` or `dns_failed`
 */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

/** Error codes for a definite negative answer; all others may be temporary. */
const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME', 'EAI_NODATA']);

function toDnsFault(host: string, errors: readonly unknown[]): HttpFault {
  const codes = errors.map((error) => String((error as { code?: unknown }).code));
  const failed = codes.findIndex((code) => !NOTHING_THERE.has(code));
  return failed === -1
    ? new HttpFault('dns_not_found', host, `the name has no address (${codes[0]})`, errors[0])
    : new HttpFault('dns_failed', host, `the name could not be looked up (${codes[failed]})`, errors[failed]);
}

/** Uses the system's resolver, which also reads the hosts file. At most four lookups run at once per process. */
export const resolveBySystem: Resolve = async (host) => {
  try {
    const found = await lookup(host, { all: true });
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
  } catch (error) {
    throw toDnsFault(host, [error]);
  }
};

/** Names that always mean this machine (RFC 6761, 6.3). */
const LOCALHOST = /^(.+\.)?localhost\.?$/i;

export type DnsOptions = {
  /** `address` or `address:port`; null: the system's servers. */
  readonly servers: readonly string[] | null;
  /** Timeout of one query to one server, in milliseconds. */
  readonly timeLimit?: number;
  readonly tries?: number;
};

/**
 * Creates a resolver that queries DNS servers directly. The number of concurrent lookups is unlimited, so use it for
 * names from untrusted input. It does not read the hosts file.
 */
export function makeDnsResolve({ servers, timeLimit = 2_000, tries = 2 }: DnsOptions): Resolve {
  const resolver = new Resolver({ timeout: timeLimit, tries });
  if (servers !== null) resolver.setServers([...servers]);
  return async (host) => {
    if (LOCALHOST.test(host)) {
      return [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ];
    }
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found: ResolvedAddress[] = [];
    const errors: unknown[] = [];
    if (four.status === 'fulfilled') found.push(...four.value.map((address) => ({ address, family: 4 as const })));
    else errors.push(four.reason);
    if (six.status === 'fulfilled') found.push(...six.value.map((address) => ({ address, family: 6 as const })));
    else errors.push(six.reason);
    if (found.length === 0) throw toDnsFault(host, errors);
    return found;
  };
}
