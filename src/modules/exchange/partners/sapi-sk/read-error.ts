import { cleanText } from '../../../../lib/clean-text.ts';
import type { HttpAnswer } from '../../../../platform/index.ts';
import { readJson } from '../../../../platform/json/index.ts';

/** An error response of the provider, or of a gateway in front of it. */
export type SapiFault = {
  readonly status: number;
  readonly category: string | null;
  readonly code: string | null;
  /** For users: code, message and correlation id, cleaned; null when the response contains no message. */
  readonly detail: string | null;
  /** The flag in the body takes precedence over the status. */
  readonly retryable: boolean;
  /** The flag in the body; null when absent. */
  readonly saysRetryable: boolean | null;
};

/** Statuses that are retried when the body has no flag: 423 (after the lock), 429 and gateway errors. */
const RETRIED: ReadonlySet<number> = new Set([423, 429, 500, 502, 503, 504]);

/** Reads the error of SAPI-SK 1.0 (`error` is an object), or of a gateway (`error` is a text). */
export function readError({ status, body }: Pick<HttpAnswer, 'status' | 'body'>): SapiFault {
  const json = parse(body);
  const error = typeof json?.error === 'object' && json.error !== null ? (json.error as Fields) : null;
  const saysRetryable = typeof error?.retryable === 'boolean' ? error.retryable : null;
  const parts = error === null ? [json?.error, json?.message] : [error.code, error.message, error.correlation_id];
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
