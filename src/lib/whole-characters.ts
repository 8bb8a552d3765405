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
  // One path for all: of a million texts none pays for its own.
  const path: (string | number)[] = [];
  const lookAt = (step: string | number, item: unknown): void => {
    if (found.length >= most) return;
    path.push(step);
    if (typeof step === 'string' && !step.isWellFormed()) found.push([...path]);
    else look(item);
    path.pop();
  };
  const look = (held: unknown): void => {
    if (typeof held === 'string') {
      if (!held.isWellFormed()) found.push([...path]);
    } else if (Array.isArray(held)) for (const [index, item] of held.entries()) lookAt(index, item);
    else if (typeof held === 'object' && held !== null)
      for (const [name, item] of Object.entries(held)) lookAt(name, item);
  };
  look(value);
  return found;
}
