import { decodePercent } from '../../lib/decode-percent.ts';
import { type FieldError, MAX_ERRORS, malformedPercent } from '../problems/field-errors.ts';

/**
 * Finds path and query parameters that are not percent-encoded UTF-8. Decoders replace such bytes by U+FFFD or leave
 * them encoded, and the response would belong to another request.
 *
 * @param template declared path, such as `/api/documents/{id}`
 * @param path as sent
 * @param query as sent, without the question mark
 */
export function findMalformedPercent(template: string, path: string, query: string): FieldError[] {
  const errors: FieldError[] = [];
  if (isMalformed(path)) {
    const segments = path.split('/');
    for (const [index, step] of template.split('/').entries()) {
      if (step.startsWith('{') && isMalformed(segments[index] ?? '')) {
        errors.push(malformedPercent('path', step.slice(1, -1)));
      }
    }
  }
  if (!isMalformed(query)) return errors;
  // Decoding malformed text throws, which is expensive: each name is decoded once, and only where necessary.
  const names = new Set<string>();
  for (const field of query.split('&')) {
    const name = field.split('=', 1)[0]!;
    if (!names.has(name) && isMalformed(field)) names.add(name);
    if (names.size === MAX_ERRORS) break;
  }
  const decoded = new Set(Array.from(names, (name) => decodePercent(name) ?? name));
  return [...errors, ...Array.from(decoded, (name) => malformedPercent('query', name))];
}

const isMalformed = (text: string): boolean => text.includes('%') && decodePercent(text) === null;
