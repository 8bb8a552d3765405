import { readRetryAfter } from '../../../lib/retry-after.ts';
import type { HttpClient } from '../../../platform/index.ts';
import { HttpFault } from '../../../platform/index.ts';
import type { OutcomeCode } from '../outcome.ts';
import { signMessage } from '../sign.ts';

type Outgoing = {
  readonly url: string;
  readonly eventId: string;
  readonly body: string;
  /** The message is signed with each of them. */
  readonly secrets: readonly string[];
};

/** Result of an attempt. */
export type Answered = {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly latencyMs: number;
  readonly status: number | null;
  readonly body: string | null;
  /** Null: delivered. */
  readonly error: OutcomeCode | null;
  /** Retry-After of the receiver, in milliseconds. */
  readonly retryAfter: number | null;
};

type Parts = {
  readonly http: Pick<HttpClient, 'request'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Timeout for the receiver's response, in milliseconds. */
const TIME_LIMIT = 15_000;

/** Number of response bytes stored. */
const BODY_BYTES = 1_024;

/** Time to read the response body, in milliseconds; its content has no effect. */
const BODY_LIMIT = 2_000;

/**
 * Sends a signed message. It is delivered when the status is 2xx, even if the response body cannot be read. Redirects
 * are not followed, so that a signed message is sent only to the configured URL.
 *
 * @throws the signal's reason when it aborts
 */
export async function attempt({ http, now }: Parts, outgoing: Outgoing, signal: AbortSignal): Promise<Answered> {
  const { url, eventId, body, secrets } = outgoing;
  const at = now();
  const start = performance.now();
  const since = (): number => Math.round(performance.now() - start);
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    ...signMessage(secrets, { id: eventId, at, body }),
  };
  try {
    const limits = { timeLimit: TIME_LIMIT, maxBytes: BODY_BYTES, larger: 'cut', bodyLimit: BODY_LIMIT } as const;
    const answer = await http.request({ url, method: 'POST', headers, body, signal, ...limits });
    return {
      at,
      latencyMs: since(),
      status: answer.status,
      body: toText(answer.body),
      error: toOutcomeCode(answer.status),
      retryAfter: readRetryAfter(answer.headers['retry-after'], at),
    };
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    return { at, latencyMs: since(), status: null, body: null, error: error.kind, retryAfter: null };
  }
}

function toOutcomeCode(status: number): OutcomeCode | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirect';
  return status === 410 ? 'gone' : 'status';
}

/** Converts bytes to text that PostgreSQL accepts: invalid UTF-8 and U+0000 become U+FFFD. */
const toText = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '\ufffd');
