import type { Text } from '../../../issues/index.ts';
import { choicesFor, describeCode } from '../../suggestions/index.ts';

/** An unknown code: its name, its list and the suggested codes. */
type Unknown = {
  readonly name: Text;
  readonly list: string;
  readonly value: string | null;
  readonly suggested: string | null;
  readonly suggestions: readonly string[] | undefined;
};

/** Maximum number of codes named. */
const MOST = 3;

/** Values for the texts of an unknown code: its kind and the intended code, the choices, or the nearest codes. */
export function describeCodes({
  name,
  list,
  value,
  suggested: meant,
  suggestions = [],
}: Unknown): Readonly<Record<string, string | Text>> {
  const isChoice = choicesFor(list, value ?? '').length > 1;
  const named = suggestions.slice(0, MOST).map((code) => describeCode(list, code));
  return {
    kind: {
      sk: name.sk.startsWith('kód ') ? name.sk : `kód: ${name.sk}`,
      en: /\bcode\b/.test(name.en) ? name.en : `code: ${name.en}`,
    },
    expected: meant === null && !isChoice ? suggestions.slice(0, MOST).join(', ') : '',
    choice: meant === null && isChoice ? oneOf(named) : '',
    meant: meant === null ? '' : describeCode(list, meant),
  };
}

const oneOf = (codes: readonly Text[]): Text => ({
  sk: join(
    codes.map(({ sk }) => sk),
    'alebo',
  ),
  en: join(
    codes.map(({ en }) => en),
    'or',
  ),
});

const join = (codes: readonly string[], or: string): string =>
  codes.length < 2 ? codes.join('') : `${codes.slice(0, -1).join(', ')} ${or} ${codes.at(-1)}`;
