import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressGuard } from './address-guard.ts';
import { HttpFault } from './fault.ts';
import type { Resolve, ResolvedAddress } from './resolve.ts';

/** How the other side is trusted, and how it trusts us. All in PEM. */
export type TlsOptions = {
  /** Trusted instead of the public authorities. */
  readonly ca?: string | readonly string[];
  /** Our own certificate with its key (mutual TLS). */
  readonly cert?: string;
  readonly key?: string;
  readonly passphrase?: string;
};

type Parts = {
  readonly guard: AddressGuard;
  readonly resolve: Resolve;
  /** Until the connection is usable, name resolution and TLS included, in milliseconds. */
  readonly connectLimit: number;
  readonly tls: TlsOptions;
};

/** An address of several gets this long before the next is tried; Node's own 250 ms are too short for far servers. */
const ATTEMPT_MILLISECONDS = 1_000;

/** The host of a URL as an address has it: IPv6 without brackets. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

const refused = (host: string): HttpFault =>
  new HttpFault('refused_address', host, 'leads to a private address, which is not allowed');

/**
 * The addresses that a host may be reached at. One forbidden address among allowed ones refuses the whole name: nobody
 * has both by accident.
 *
 * @throws HttpFault `refused_address`, `dns_not_found`, `dns_failed`
 */
export async function findAllowed(parts: Pick<Parts, 'guard' | 'resolve'>, host: string): Promise<ResolvedAddress[]> {
  const version = isIP(host);
  const found = version === 0 ? await parts.resolve(host) : [{ address: host, family: version === 4 ? 4 : 6 } as const];
  if (!found.every(({ address }) => parts.guard.allows(host, address))) throw refused(host);
  return [...found];
}

/**
 * Makes connections to allowed addresses alone. The address that was checked is the one connected to, so a name that
 * answers differently the second time gains nothing. An address in place of a name is never looked up, and is checked
 * here.
 */
export function makeConnect(parts: Parts): buildConnector.connector {
  const { guard, connectLimit, tls } = parts;
  const lookup: LookupFunction = (host, { all }, callback) => {
    findAllowed(parts, host).then(
      (found) => (all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family)),
      (error) => callback(error, ''),
    );
  };
  const { ca, ...own } = tls;
  const connect = buildConnector({
    ...own,
    ...(ca !== undefined && { ca: [ca].flat() }),
    minVersion: 'TLSv1.2',
    timeout: connectLimit,
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_MILLISECONDS,
  });
  return (options, callback) => {
    const host = bareHost(options.hostname);
    if (isIP(host) !== 0 && !guard.allows(host, host)) {
      queueMicrotask(() => callback(refused(host), null));
      return;
    }
    connect(options, (error, socket) => {
      if (error !== null) return callback(error, null);
      // Should a future version of Node or undici connect past the lookup, it ends here.
      if (socket.remoteAddress === undefined || !guard.allows(host, socket.remoteAddress)) {
        socket.destroy();
        return callback(refused(host), null);
      }
      callback(null, socket);
    });
  };
}
