import type { KeyObject } from 'node:crypto';
import type { HttpAnswer } from '../../../platform/index.ts';

/** A version of a remote key. The private key never leaves its holder. */
export type KeyVersion = {
  readonly name: string;
  /** Ed25519 or P-256. */
  readonly publicKey: KeyObject;
  /** DER, certificate of the key first; empty: it has no certificate. */
  readonly certificates: readonly Uint8Array[];
  readonly createdAt: Date;
};

/** A signing key of an external service. */
export type RemoteKey = {
  /** The service and key, as shown to operators and stored in the database; contains no secret. */
  readonly heldBy: string;
  /** All versions, oldest first; the last one signs. @throws RemoteFault, HttpFault */
  readonly versions: () => Promise<readonly KeyVersion[]>;
  /** Returns the signature of these bytes in JWS form. @throws RemoteFault, HttpFault */
  readonly sign: (version: KeyVersion, input: Uint8Array) => Promise<Uint8Array>;
  /** Creates a new version; null: only the holder can. @throws RemoteFault, HttpFault */
  readonly rotate: (() => Promise<void>) | null;
};

/** Unexpected response of the signing service. The message contains no secrets. */
export class RemoteFault extends Error {
  /** True if a retry would fail in the same way (permissions, PIN, unsupported key). Retrying could lock the key. */
  readonly isFinal: boolean;

  constructor(sentence: string, isFinal: boolean, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'RemoteFault';
    this.isFinal = isFinal;
  }
}

/** Transient HTTP statuses: the request is retried later. */
const PASSING = new Set([408, 425, 429]);

/**
 * Returns the JSON body of a successful response.
 *
 * @param what name of the operation, for the error message; never the request content
 * @throws RemoteFault
 */
export function readAnswer({ status, body }: Pick<HttpAnswer, 'status' | 'body'>, what: string): unknown {
  if (status >= 200 && status < 300) {
    try {
      return JSON.parse(body.toString('utf8'));
    } catch (cause) {
      throw new RemoteFault(`${what}: the response is not JSON`, false, cause);
    }
  }
  const isFinal = status >= 400 && status < 500 && !PASSING.has(status);
  throw new RemoteFault(`${what}: status ${status}${reasonIn(body)}`, isFinal);
}

/** Returns the error code of the response if it looks like a code: longer texts might echo the request. */
function reasonIn(body: Buffer): string {
  const code = /"error"\s*:\s*"([a-z_]{1,40})"/.exec(body.toString('utf8'))?.[1];
  return code === undefined ? '' : ` (${code})`;
}
