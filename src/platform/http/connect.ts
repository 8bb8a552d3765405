import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { AddressGuard } from './address-guard.ts';
import { bareHost, findAllowed, refused } from './allowed.ts';
import type { Resolve } from './resolve.ts';

/** Trusted authorities and client certificate, in PEM. */
export type TlsOptions = {
  /** Trusted authorities; replaces the public ones. */
  readonly ca?: string | readonly string[];
  /** Client certificate with its key (mutual TLS). */
  readonly cert?: string;
  readonly key?: string;
  readonly passphrase?: string;
};

type Parts = {
  readonly guard: AddressGuard;
  readonly resolve: Resolve;
  /** Time until the connection is usable, including name resolution and TLS, in milliseconds. */
  readonly connectLimit: number;
  readonly tls: TlsOptions;
};

/** Time per address before the next one is tried; Node's default of 250 ms is too short for distant servers. */
const ATTEMPT_MILLISECONDS = 1_000;

/**
 * Creates connections to permitted addresses only. It connects to the address that was checked, so DNS rebinding has
 * no effect. Literal addresses are not looked up, and are checked here.
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
      // Second check, in case a future version of Node or undici bypasses the lookup.
      if (socket.remoteAddress === undefined || !guard.allows(host, socket.remoteAddress)) {
        socket.destroy();
        return callback(refused(host), null);
      }
      callback(null, socket);
    });
  };
}

/**
 * Creates a pool of such connections.
 *
 * @param keepAlive how long to keep an idle connection, in milliseconds
 * @param connections maximum per origin
 */
export function makeAgent(parts: Parts & { readonly connections: number; readonly keepAlive: number }): Agent {
  return new Agent({
    connect: makeConnect(parts),
    connections: parts.connections,
    keepAliveTimeout: parts.keepAlive,
    pipelining: 1,
    // The limit for the whole request replaces limits for its parts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
