import type { z } from 'zod';

/** The form of texts that are written as bytes, as a refusal names it. */
export const WHOLE_CHARACTERS = 'whole_characters';

/**
 * The text without half of a surrogate pair, which JSON can carry and no encoding can: written as bytes it would become
 * another text, and that would be judged, signed or kept instead.
 */
export const wholeCharacters = <S extends z.ZodString>(text: S): S =>
  text.refine((value) => value.isWellFormed(), {
    error: 'has half of a surrogate pair, which no file can hold',
    params: { form: WHOLE_CHARACTERS },
  });

/**
 * Where texts and names of a value of JSON have half of a surrogate pair, the first so many: what is kept or sent as bytes
 * would be another text than the one that was given.
 */
export function findHalfCharacters(value: unknown, most: number): (string | number)[][] {
  const found: (string | number)[][] = [];
  const open: { readonly value: unknown; readonly path: (string | number)[] }[] = [{ value, path: [] }];
  for (let next = open.pop(); next !== undefined && found.length < most; next = open.pop()) {
    const { value: held, path } = next;
    if (typeof held === 'string' && !held.isWellFormed()) found.push(path);
    if (typeof held !== 'object' || held === null) continue;
    const inner: [string | number, unknown][] = Array.isArray(held) ? [...held.entries()] : Object.entries(held);
    for (const [step, item] of inner.reverse()) {
      const at = [...path, step];
      if (typeof step === 'string' && !step.isWellFormed()) found.push(at);
      else if (typeof item === 'string' || typeof item === 'object') open.push({ value: item, path: at });
    }
  }
  return found.slice(0, most);
}
