import type { KeyObject } from 'node:crypto';
import type { HttpAnswer } from '../../../platform/index.ts';

/** One of the keys that a remote key has had; it never leaves where it is. */
export type KeyVersion = {
  /** As the other side calls it. */
  readonly name: string;
  /** Ed25519 or P-256. */
  readonly publicKey: KeyObject;
  /** DER, that of the key first; empty: it has none. */
  readonly certificates: readonly Uint8Array[];
  readonly createdAt: Date;
};

/** A key in somebody else's keeping, over its protocol. */
export type RemoteKey = {
  /** Where it is, as operators are told and the database keeps it; no secret. */
  readonly heldBy: string;
  /** All versions, the oldest first; the last one signs. @throws RemoteFault, HttpFault */
  readonly versions: () => Promise<readonly KeyVersion[]>;
  /** The signature of these bytes as a JWS has it. @throws RemoteFault, HttpFault */
  readonly sign: (version: KeyVersion, input: Uint8Array) => Promise<Uint8Array>;
  /** Makes a new version; null: that is done at the other side. @throws RemoteFault, HttpFault */
  readonly rotate: (() => Promise<void>) | null;
};

/** What the other side answered instead of what was asked for. Its message holds nothing secret. */
export class RemoteFault extends Error {
  /** True: it will answer the same again (rights, a PIN, a key of another kind), and asking on may lock the key. */
  readonly isFinal: boolean;

  constructor(sentence: string, isFinal: boolean, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'RemoteFault';
    this.isFinal = isFinal;
  }
}

/** Statuses that say nothing of the question: to be asked again later. */
const PASSING = new Set([408, 425, 429]);

/**
 * The JSON of an answer that is a success.
 *
 * @param what was asked, for the message: never what was sent
 * @throws RemoteFault
 */
export function readAnswer({ status, body }: Pick<HttpAnswer, 'status' | 'body'>, what: string): unknown {
  if (status >= 200 && status < 300) {
    try {
      return JSON.parse(body.toString('utf8'));
    } catch (cause) {
      throw new RemoteFault(`${what}: the answer is no JSON`, false, cause);
    }
  }
  const isFinal = status >= 400 && status < 500 && !PASSING.has(status);
  throw new RemoteFault(`${what}: status ${status}${reasonIn(body)}`, isFinal);
}

/** The code that the answer gives for its refusal, as far as it is one: longer texts might repeat what was sent. */
function reasonIn(body: Buffer): string {
  const code = /"error"\s*:\s*"([a-z_]{1,40})"/.exec(body.toString('utf8'))?.[1];
  return code === undefined ? '' : ` (${code})`;
}
