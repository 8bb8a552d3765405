import { cleanText } from '../../../lib/clean-text.ts';
import { own } from '../../../lib/own-property.ts';
import { readRetryAfter } from '../../../lib/retry-after.ts';
import type { HttpAnswer } from '../../../platform/index.ts';
import { readJson } from '../../../platform/json/index.ts';
import { pressed, type Submitted, unknown, withoutPrecondition } from './submitted.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a JSON object; null for any other value. */
export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** The value at a path such as `data.id`; undefined when there is no value. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) {
    const fields = fieldsOf(found);
    if (fields === null) return undefined;
    found = own(fields, name);
  }
  return found;
}

/** A text or number at a path of a JSON response, cleaned; null when it is absent or the body is not JSON. */
export const readText = (body: Buffer, path: string): string | null => textAt(readJson(body), path);

function textAt(answer: unknown, path: string): string | null {
  const value = valueAt(answer, path);
  const text = typeof value === 'string' || typeof value === 'number' ? cleanText(String(value)) : '';
  return text === '' ? null : text;
}

/** Fields with an error message (RFC 9457, and common alternatives). */
const WORDS = ['detail', 'message', 'error.message', 'error_description', 'errorDetails', 'error', 'title'];

/** The error message of a response, cleaned; null when there is no message. */
export function readWords({ body, headers }: Pick<HttpAnswer, 'body' | 'headers'>): string | null {
  if (/^text\/plain\b/i.test(headers['content-type'] ?? '')) return cleanText(body.toString('utf8')) || null;
  const json = readJson(body);
  for (const path of WORDS) {
    const text = textAt(json, path);
    if (text !== null) return text;
  }
  return null;
}

/** Statuses that mean a rejection of the content (RFC 9110, section 15.5). */
const JUDGES_CONTENT: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/**
 * Outcome of a submit for an error response of a partner without an error format of its own.
 *
 * @param repeats whether the partner detects a repeated submit
 */
export function readRefusal(answer: HttpAnswer, now: number, repeats: boolean): Submitted {
  const { status, headers } = answer;
  const message = readWords(answer);
  const retryAfter = readRetryAfter(headers['retry-after'], now);
  if (status === 423 || status === 429) return pressed('temporarily_unavailable', message, retryAfter);
  if (status === 409) return { outcome: 'conflict', code: 'conflict', partnerMessage: message };
  if (status >= 500 || status === 408) return unknown('no_answer', message, { repeats, retryAfter });
  if (status === 401) return withoutPrecondition('credentials_refused', message);
  if (status === 402 || status === 403) return withoutPrecondition('access_refused', message);
  if (!JUDGES_CONTENT.has(status)) return withoutPrecondition('unexpected_answer', message);
  return { outcome: 'refused', why: 'content', code: 'content_refused', partnerMessage: message };
}
