import { cleanText } from '../../../../lib/clean-text.ts';
import type { HttpAnswer } from '../../../../platform/index.ts';
import { readJson } from '../../../../platform/json/index.ts';

/** What an answer that is no success says, whoever gave it: the postman, or a gateway in front of it. */
export type SapiFault = {
  readonly status: number;
  readonly category: string | null;
  readonly code: string | null;
  /** For people: code, message and correlation id, cleaned; null when the answer says nothing. */
  readonly detail: string | null;
  /** The body's own word wins over the status. */
  readonly retryable: boolean;
  /** That word; null when the body does not say. */
  readonly saysRetryable: boolean | null;
};

/** Statuses that are tried again where the body does not say: 423 after the lock, 429 and what a gateway says. */
const RETRIED: ReadonlySet<number> = new Set([423, 429, 500, 502, 503, 504]);

/** Reads the error of SAPI-SK 1.0 (`error` an object), or of a gateway (`error` a text). */
export function readError({ status, body }: Pick<HttpAnswer, 'status' | 'body'>): SapiFault {
  const told = parse(body);
  const error = typeof told?.error === 'object' && told.error !== null ? (told.error as Fields) : null;
  const saysRetryable = typeof error?.retryable === 'boolean' ? error.retryable : null;
  const parts = error === null ? [told?.error, told?.message] : [error.code, error.message, error.correlation_id];
  const text = cleanText(parts.filter((part) => typeof part === 'string').join(' · '));
  return {
    status,
    category: textOf(error?.category)?.toUpperCase() ?? null,
    code: textOf(error?.code),
    detail: text === '' ? null : text,
    retryable: saysRetryable ?? RETRIED.has(status),
    saysRetryable,
  };
}

type Fields = {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly category?: unknown;
  readonly code?: unknown;
  readonly retryable?: unknown;
  readonly correlation_id?: unknown;
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? cleanText(value) : null);

function parse(body: Buffer): Fields | null {
  const value = readJson(body);
  return typeof value === 'object' ? value : null;
}
