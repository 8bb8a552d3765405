import { readRetryAfter } from '../../../lib/retry-after.ts';
import type { HttpClient } from '../../../platform/index.ts';
import { HttpFault } from '../../../platform/index.ts';
import type { OutcomeCode } from '../outcome.ts';
import { signMessage } from '../sign.ts';

type Outgoing = {
  readonly url: string;
  readonly eventId: string;
  readonly body: string;
  /** All of them sign. */
  readonly secrets: readonly string[];
};

/** What came of sending. */
export type Answered = {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly latencyMs: number;
  readonly status: number | null;
  readonly body: string | null;
  /** Null: the receiver has it. */
  readonly error: OutcomeCode | null;
  /** How long the receiver asked to be left alone, in milliseconds. */
  readonly retryAfter: number | null;
};

type Parts = {
  readonly http: Pick<HttpClient, 'request'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** What a receiver may take for its answer, in milliseconds. */
const TIME_LIMIT = 15_000;

/** What is kept of an answer. */
const BODY_BYTES = 1_024;

/** How long the body of an answer is waited for, in milliseconds: what it says changes nothing. */
const BODY_LIMIT = 2_000;

/**
 * Sends one signed message and says what came of it; a receiver has it when it answers with a 2xx, whatever becomes of
 * the answer's body. Redirects are not followed: a signed message goes where its owner said, and nowhere else.
 *
 * @throws the signal's reason when that aborts
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
      error: judge(answer.status),
      retryAfter: readRetryAfter(answer.headers['retry-after'], at),
    };
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    return { at, latencyMs: since(), status: null, body: null, error: error.kind, retryAfter: null };
  }
}

function judge(status: number): OutcomeCode | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirect';
  return status === 410 ? 'gone' : 'status';
}

/** Text that PostgreSQL can keep: bytes that are none become U+FFFD, and it has no place for U+0000. */
const toText = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '\ufffd');
