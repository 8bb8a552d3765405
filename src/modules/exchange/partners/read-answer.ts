import { cleanText } from '../../../lib/clean-text.ts';
import { own } from '../../../lib/own-property.ts';
import { readRetryAfter } from '../../../lib/retry-after.ts';
import type { HttpAnswer } from '../../../platform/index.ts';
import { readJson } from '../../../platform/json/index.ts';
import { pressed, type Submitted, unknown, withoutPrecondition } from './submitted.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a JSON object; null of anything else. */
export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** The value at a path such as `data.id`; undefined when there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) {
    const fields = fieldsOf(found);
    if (fields === null) return undefined;
    found = own(fields, name);
  }
  return found;
}

/** A text or number of a JSON answer at a path, cleaned; null when there is none, or the answer is no JSON. */
export const readText = (body: Buffer, path: string): string | null => textAt(readJson(body), path);

function textAt(answer: unknown, path: string): string | null {
  const value = valueAt(answer, path);
  const text = typeof value === 'string' || typeof value === 'number' ? cleanText(String(value)) : '';
  return text === '' ? null : text;
}

/** Where interfaces say in words what was wrong (RFC 9457, and what is usual beside it). */
const WORDS = ['detail', 'message', 'error.message', 'error_description', 'errorDetails', 'error', 'title'];

/** What an answer says to people, cleaned; null when it says nothing. */
export function readWords({ body, headers }: Pick<HttpAnswer, 'body' | 'headers'>): string | null {
  if (/^text\/plain\b/i.test(headers['content-type'] ?? '')) return cleanText(body.toString('utf8')) || null;
  const told = readJson(body);
  for (const path of WORDS) {
    const text = textAt(told, path);
    if (text !== null) return text;
  }
  return null;
}

/** Answers that judge what was handed over (RFC 9110, 15.5). */
const JUDGES_CONTENT: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/**
 * What an answer that is no success says of the document that was handed over, where the partner has no words of its own
 * for that.
 *
 * @param repeats whether the partner knows the same document again
 */
export function readRefusal(answer: HttpAnswer, now: number, repeats: boolean): Submitted {
  const { status, headers } = answer;
  const said = readWords(answer);
  const retryAfter = readRetryAfter(headers['retry-after'], now);
  if (status === 423 || status === 429) return pressed('temporarily_unavailable', said, retryAfter);
  if (status === 409) return { outcome: 'conflict', code: 'conflict', said };
  if (status >= 500 || status === 408) return unknown('no_answer', said, { repeats, retryAfter });
  if (status === 401) return withoutPrecondition('credentials_refused', said);
  if (status === 402 || status === 403) return withoutPrecondition('access_refused', said);
  if (!JUDGES_CONTENT.has(status)) return withoutPrecondition('unexpected_answer', said);
  return { outcome: 'refused', why: 'content', code: 'content_refused', said };
}
