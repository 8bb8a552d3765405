import type { z } from 'zod';

/** Name of this format in validation errors. */
export const WHOLE_CHARACTERS = 'whole_characters';

/**
 * Rejects unpaired surrogates, which JSON can contain but UTF-8 cannot: encoding would change the text, and the
 * changed text would be validated, signed or stored.
 */
export const wholeCharacters = <S extends z.ZodString>(text: S): S =>
  text.refine((value) => value.isWellFormed(), {
    error: 'has half of a surrogate pair, which no file can hold',
    params: { form: WHOLE_CHARACTERS },
  });

type Path = readonly (string | number)[];

/** A text or field name that cannot be stored unchanged. */
export type UnstorableText = {
  readonly path: Path;
  /** `nul`: contains U+0000, which PostgreSQL text does not allow. `surrogate`: contains an unpaired surrogate. */
  readonly reason: 'nul' | 'surrogate';
};

type Options = {
  /** Maximum number of results; the search then stops. */
  readonly most: number;
  /** True when the text at a path may contain U+0000, as file contents may, which are stored as bytes. */
  readonly mayHaveNul?: (path: Path) => boolean;
};

/** Finds the texts and names in a JSON value that cannot be stored, in document order. */
export function findUnstorableTexts(value: unknown, { most, mayHaveNul = () => false }: Options): UnstorableText[] {
  const found: UnstorableText[] = [];
  // One shared path array: a copy per text would dominate the cost for a value with a million texts.
  const path: (string | number)[] = [];
  const add = (reason: UnstorableText['reason']): void => void found.push({ path: [...path], reason });
  const check = (text: string, isName: boolean): void => {
    if (!text.isWellFormed()) add('surrogate');
    else if (text.includes('\u0000') && (isName || !mayHaveNul(path))) add('nul');
  };
  const visitAt = (step: string | number, item: unknown): void => {
    if (found.length >= most) return;
    const before = found.length;
    path.push(step);
    if (typeof step === 'string') check(step, true);
    if (found.length === before) visit(item);
    path.pop();
  };
  const visit = (held: unknown): void => {
    if (typeof held === 'string') check(held, false);
    else if (Array.isArray(held)) for (const [index, item] of held.entries()) visitAt(index, item);
    else if (typeof held === 'object' && held !== null && !ArrayBuffer.isView(held))
      for (const [name, item] of Object.entries(held)) visitAt(name, item);
  };
  visit(value);
  return found;
}
