import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { AddressGuard } from './address-guard.ts';
import { bareHost, findAllowed, refused } from './allowed.ts';
import type { Resolve } from './resolve.ts';

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

/**
 * Makes connections to allowed addresses alone. The address that was checked is the one connected to, so a name that
 * answers differently the second time gains nothing. An address in place of a name is never looked up, and is checked
 * here.
 */
function makeConnect(parts: Parts): buildConnector.connector {
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

/**
 * Makes a pool of such connections.
 *
 * @param keepAlive how long one that nobody uses is kept, in milliseconds
 * @param connections to one origin at once
 */
export function makeAgent(parts: Parts & { readonly connections: number; readonly keepAlive: number }): Agent {
  return new Agent({
    connect: makeConnect(parts),
    connections: parts.connections,
    keepAliveTimeout: parts.keepAlive,
    pipelining: 1,
    // The one limit of the request's whole time is stricter than limits on its parts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
