import type { z } from 'zod';

/** The form of texts that are written as bytes, as an error names it. */
export const WHOLE_CHARACTERS = 'whole_characters';

/**
 * The text without half of a surrogate pair, which JSON can carry and no encoding can: written as bytes it would become
 * another text, and that would be validated, signed or stored instead.
 */
export const wholeCharacters = <S extends z.ZodString>(text: S): S =>
  text.refine((value) => value.isWellFormed(), {
    error: 'has half of a surrogate pair, which no file can hold',
    params: { form: WHOLE_CHARACTERS },
  });

type Path = readonly (string | number)[];

/** A text, or the name of a field, that cannot be stored as it is. */
export type UnstorableText = {
  readonly path: Path;
  /** `nul`: it has U+0000, which texts in PostgreSQL cannot have. `surrogate`: it has half of a surrogate pair. */
  readonly reason: 'nul' | 'surrogate';
};

type Options = {
  /** The search ends after so many. */
  readonly most: number;
  /** Whether the text at a path may have U+0000: the content of a file is stored as bytes. */
  readonly mayHaveNul?: (path: Path) => boolean;
};

/** Finds the texts and names in a JSON value that cannot be stored, in the order of the value. */
export function findUnstorableTexts(value: unknown, { most, mayHaveNul = () => false }: Options): UnstorableText[] {
  const found: UnstorableText[] = [];
  // One path for all texts: a copy for each would be most of the cost of a value with a million of them.
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
