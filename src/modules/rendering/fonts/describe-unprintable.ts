import { inEachLanguage, textIn } from '../../../../locales/index.ts';
import type { RenderWarning } from '../render-invoice.ts';
import type { Unprintable } from './find-unprintable.ts';

/** Limits the length of the warning. */
const MAX_FIELDS = 20;
const MAX_CHARACTERS = 20;

/** Returns the warning about characters that cannot be printed. */
export function describeUnprintable({ fields }: Unprintable): RenderWarning {
  const list = (fallback: string): string => {
    const listed = fields.slice(0, MAX_FIELDS).map(({ term, characters }) => {
      const shown = [...characters];
      const cut = shown.length > MAX_CHARACTERS ? '…' : '';
      return `${term ?? fallback} (${shown.slice(0, MAX_CHARACTERS).join('')}${cut})`;
    });
    return [...listed, ...(fields.length > MAX_FIELDS ? ['…'] : [])].join(', ');
  };
  return {
    code: 'not_printed',
    detail: inEachLanguage((language) =>
      textIn(language, 'rendering.not-printed', { fields: list(textIn(language, 'rendering.other-fields')) }),
    ),
  };
}
