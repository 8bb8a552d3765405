import { type KeyObject, verify } from 'node:crypto';
import { type Breaker, makeBreaker } from '../../../lib/breaker.ts';
import { makeSingleFlight } from '../../../lib/single-flight.ts';
import { within } from '../../../lib/with-timeout.ts';
import { refusal } from '../../../platform/errors/index.ts';
import { HttpFault } from '../../../platform/index.ts';
import { algorithmOf, type PublicJwk, toPublicJwk } from '../jwk.ts';
import { type KeyVersion, RemoteFault, type RemoteKey } from './remote-key.ts';
import { headersOf, type Sealer } from './sealer.ts';

/** Public key of a remote key version, as stored and published. */
export type HeldKey = {
  readonly kid: string;
  readonly public_jwk: PublicJwk;
  readonly created_at: Date;
  /** Null: it signs. */
  readonly retired_at: Date | null;
};

type RemoteSealerParts = {
  readonly remote: RemoteKey;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Time limit of one signature, including all requests that it needs, in milliseconds. */
  readonly timeLimit: number;
  /**
   * Stores public keys before the first signature with them, so that signatures stay verifiable without the remote
   * service.
   */
  readonly keep: (keys: readonly HeldKey[]) => Promise<void>;
  /** Called with the cause of a failed signature; contains no secrets. */
  readonly onFault: (error: unknown) => void;
};

/** A remote key with caching, timeouts and backoff. */
type RemoteSealer = {
  /** Returns the version that signs now, cached for a minute. @throws Refusal `sealer_unavailable` */
  readonly sealing: () => Promise<Sealer>;
  /** Discards the cache and reads the versions again. @throws Refusal `sealer_unavailable` */
  readonly refresh: () => Promise<Sealer>;
};

const REMEMBER_MS = 60_000;
const FAILURES_THAT_OPEN = 3;
const OPEN_MS = 5_000;
/** Backoff after a final error: several attempts with a wrong PIN lock the key. */
const REFUSED_MS = 15 * 60_000;

type Known = { readonly sealer: Sealer; readonly until: number };

/**
 * Signs with the newest version of a remote key, within the time limit. Fails immediately during the backoff after
 * errors.
 */
export function makeRemoteSealer({ remote, now, timeLimit, keep, onFault }: RemoteSealerParts): RemoteSealer {
  const failing = makeBreaker({ failures: FAILURES_THAT_OPEN, pause: OPEN_MS, now });
  const refusing = makeBreaker({ failures: 1, pause: REFUSED_MS, now });
  const share = makeSingleFlight<Sealer>();
  let known: Known | null = null;

  const unavailable = (cause?: unknown) => {
    const wait = Math.max(failing.opensIn(), refusing.opensIn(), 1_000);
    return refusal('sealer_unavailable', { seconds: Math.ceil(wait / 1000) }, cause);
  };

  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (refusing.state() === 'open' || !failing.mayTry()) throw unavailable();
    if (!refusing.mayTry()) {
      failing.forgotten();
      throw unavailable();
    }
    try {
      const done = await within(work(), timeLimit, () => {
        throw new RemoteFault(`no signature within ${timeLimit} ms`, false);
      });
      failing.succeeded();
      refusing.succeeded();
      return done;
    } catch (error) {
      settle(error, failing, refusing);
      if (!(error instanceof RemoteFault || error instanceof HttpFault)) throw error;
      onFault(error);
      throw unavailable(error);
    }
  };

  const toSealer = (version: KeyVersion, kid: string): Sealer => {
    const alg = algorithmOf(version.publicKey)!;
    return {
      kid,
      headerOf: headersOf({ kid, alg, certificates: version.certificates }, now),
      sign: (input) =>
        guarded(async () => {
          const signature = await remote.sign(version, input);
          if (!isSound(version.publicKey, input, signature)) {
            throw new RemoteFault('the signature does not match the requested key', false);
          }
          return signature;
        }),
    };
  };

  const refresh = (): Promise<Sealer> =>
    share('versions', async () => {
      const versions = await guarded(remote.versions);
      const newest = versions.at(-1);
      if (newest === undefined) throw unavailable();
      const held = versions.map(({ publicKey, createdAt }, index): HeldKey => {
        const public_jwk = toPublicJwk(publicKey);
        const retired_at = versions[index + 1]?.createdAt ?? null;
        return { kid: public_jwk.kid, public_jwk, created_at: createdAt, retired_at };
      });
      await keep(held);
      const sealer = toSealer(newest, held.at(-1)!.kid);
      known = { sealer, until: now() + REMEMBER_MS };
      return sealer;
    });

  return {
    refresh,
    sealing: async () => {
      if (known !== null && now() < known.until) return known.sealer;
      const before = known;
      if (before === null) return refresh();
      // The cached version is most likely still valid, and the signature request itself shows whether the service is
      // reachable.
      return refresh().catch(() => before.sealer);
    },
  };
}

const isSound = (key: KeyObject, input: Uint8Array, signature: Uint8Array): boolean =>
  verify(algorithmOf(key) === 'ES256' ? 'sha256' : null, input, { key, dsaEncoding: 'ieee-p1363' }, signature);

function settle(error: unknown, failing: Breaker, refusing: Breaker): void {
  if (error instanceof RemoteFault && error.isFinal) {
    refusing.failed();
    failing.forgotten();
  } else if (error instanceof RemoteFault || error instanceof HttpFault) {
    failing.failed();
    refusing.forgotten();
  } else {
    failing.forgotten();
    refusing.forgotten();
  }
}
