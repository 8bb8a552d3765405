import type { Layer } from '@e-invoice/validator/issues';
import { type HttpAnswer, type HttpClient, HttpFault, type HttpRequest } from '../../../../platform/index.ts';
import { readLongJson } from '../../../../platform/json/index.ts';
import { type OpinionIssue, type Reason, toJudged, unavailable } from '../reference-result.ts';
import type { Submission, ThirdOpinion } from './validator.ts';

export type ExchangeParts = {
  readonly http: HttpClient;
  /** Base URL without a trailing slash. */
  readonly url: string;
  /** Time limit of the whole exchange, in milliseconds. */
  readonly timeLimit: number;
  /** Larger files are not sent, because external validators take minutes for them. */
  readonly maxBytes: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Request and response format of one kind of validator. */
export type Adapter = {
  readonly name: string;
  /** Builds the request for a file; null when the validator does not support such files. */
  readonly toRequest: (submission: Submission, url: string) => HttpRequest | null;
  /** Parses the response. @throws Error when it does not have the validator's format */
  readonly readAnswer: (body: unknown, submission: Submission) => readonly OpinionIssue[];
  readonly layersOf: (submission: Submission) => readonly Layer[];
};

/** Maximum response size; a finding takes some hundred bytes. */
const MAX_ANSWERED = 4 * 1024 * 1024;
/** Maximum number of values and field names in a response; enough for some thousand findings. */
const MAX_VALUES = 200_000;

/** Runs one exchange with an external validator. Never throws: a failure is the reason of the result. */
export async function exchange(
  { http, url, timeLimit, maxBytes, now }: ExchangeParts,
  adapter: Adapter,
  submission: Submission,
): Promise<ThirdOpinion> {
  const began = now();
  const { bytes, sha256, signal } = submission;
  const without = (reason: Reason, sent: ThirdOpinion['sent']): ThirdOpinion => ({
    ...unavailable(adapter.name, reason, now() - began),
    sent,
  });
  if (bytes.length > maxBytes) return without('too_large', null);
  const request = adapter.toRequest(submission, url);
  if (request === null) return without('not_applicable', null);
  const sent = { to: new URL(request.url).host, at: new Date(began).toISOString(), sha256, bytes: bytes.length };
  let answer: HttpAnswer;
  try {
    answer = await http.request({ ...request, timeLimit, maxBytes: MAX_ANSWERED, ...(signal && { signal }) });
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    const left = NOTHING_SENT.has(error.kind) ? null : sent;
    return without(error.kind === 'timeout' ? 'time_limit' : reasonOf(error), left);
  }
  if (answer.status !== 200) return without(answer.status >= 500 ? 'unreachable' : 'refused', sent);
  try {
    const issues = adapter.readAnswer(await readLongJson(answer.body, MAX_VALUES), submission);
    return { ...toJudged(adapter.name, adapter.layersOf(submission), issues, now() - began), sent };
  } catch {
    return without('unreadable_answer', sent);
  }
}

/** Errors that occur before the first byte of a request is sent. */
const NOTHING_SENT = new Set<HttpFault['kind']>([
  'url',
  'refused_address',
  'dns_not_found',
  'dns_failed',
  'connect_timeout',
  'tls',
]);

const reasonOf = ({ kind }: HttpFault): Reason =>
  kind === 'too_large' || kind === 'protocol' || kind === 'redirect' ? 'unreadable_answer' : 'unreachable';
