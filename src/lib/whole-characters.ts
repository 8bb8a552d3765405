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
