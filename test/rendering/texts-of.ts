import type { Fields } from '../../packages/validator/src/invoice/term.ts';
import { formatTerms } from '../../src/modules/rendering/format-terms.ts';

/**
 * Returns every text of the model except those that are shown in another form (codes of units, means and countries).
 */
export function textsOf(model: object, declared: Fields): [term: string, text: string][] {
  return Object.entries(declared).flatMap(([name, field]) => {
    const value = (model as Record<string, unknown>)[name];
    if (value === null || value === undefined) return [];
    const all = (Array.isArray(value) ? value : [value]) as unknown[];
    if (field.is === 'group') return all.flatMap((each) => textsOf(each as object, field.fields as Fields));
    return all.map((each): [string, string] => {
      if (typeof each === 'string') return [field.id as string, each];
      const part = each as { value?: string; text?: string; filename?: string };
      return [field.id as string, part.value ?? part.text ?? part.filename ?? ''];
    });
  });
}

/** Files are shown by name and size, an IBAN in groups, an identifier scheme as the name of the identifier. */
export const FORMATTED_DIFFERENTLY = new Set(['BT-125', 'BT-84', 'BT-32 scheme']);

/** Removes the language-specific formatting of numbers and white space. */
export const plain = (text: string): string =>
  text
    .replace(/[\s\u00a0]/g, '')
    .replace(/−/g, '-')
    .replace(/,/g, '.');

/** Returns the text as on a Slovak page, without formatting; encoded discounts (BR-DE-18) as text. */
export function shownOf(text: string): string {
  if (text.includes('#')) return plain(formatTerms(text, 'sk') ?? '');
  const date = /^\s*(\d{4})-(\d\d)-(\d\d)(?:Z|[+-]\d\d:\d\d)?\s*$/.exec(text);
  return date === null ? plain(text).replace(/^\+(?=\d)/, '') : `${Number(date[3])}.${Number(date[2])}.${date[1]}`;
}
