import type { ProblemKind } from '../errors/index.ts';

/** Description and remedy of each kind of syntax error. */
export const SYNTAX_ERRORS = {
  empty: {
    sk: 'JSON je prázdny. Pošlite objekt, pole alebo inú hodnotu.',
    en: 'The JSON is empty. Send an object, an array or another value.',
  },
  incomplete: {
    sk: 'JSON sa tu končí, hoci reťazec, pole alebo objekt nie je uzavretý. Pošlite ho celý.',
    en: 'The JSON ends here although a string, an array or an object is not closed. Send all of it.',
  },
  extra: {
    sk: 'Za koncom JSON nasleduje ďalší text. Odstráňte ho, alebo hodnoty vložte do jedného poľa.',
    en: 'More text follows after the end of the JSON. Remove it, or put the values into one array.',
  },
  utf16: {
    sk: 'JSON je v kódovaní UTF-16 alebo UTF-32. Uložte ho v kódovaní UTF-8.',
    en: 'The JSON is encoded in UTF-16 or UTF-32. Encode it in UTF-8.',
  },
  not_utf8: {
    sk: 'Bajty tu nie sú v kódovaní UTF-8. Uložte JSON v kódovaní UTF-8.',
    en: 'The bytes here are not UTF-8. Encode the JSON in UTF-8.',
  },
  xml: {
    sk: 'Toto je XML, nie JSON. Vložte ho do JSON ako reťazec, alebo ho pošlite ako XML.',
    en: 'This is XML, not JSON. Put it into the JSON as a string, or send it as XML.',
  },
  comment: {
    sk: 'JSON nemá komentáre. Komentár odstráňte.',
    en: 'JSON has no comments. Remove the comment.',
  },
  trailing_comma: {
    sk: 'Pred touto zátvorkou je čiarka navyše. Odstráňte ju.',
    en: 'A trailing comma precedes this bracket. Remove the comma.',
  },
  quotes: {
    sk: 'Reťazce a názvy údajov patria do úvodzoviek " (U+0022). Nahraďte nimi apostrofy a typografické úvodzovky.',
    en: 'Strings and field names are written in double quotes (U+0022). Replace single and typographic quotes.',
  },
  name: {
    sk: 'Tu má byť názov údaja v úvodzovkách ".',
    en: 'A field name in double quotes is expected here.',
  },
  colon: {
    sk: 'Za názvom údaja má byť dvojbodka.',
    en: 'A colon is expected after the field name.',
  },
  comma: {
    sk: 'Tu má byť čiarka alebo koniec poľa či objektu. Úvodzovky v reťazci zapíšte ako \\".',
    en: 'A comma or the end of the array or object is expected here. Write a double quote in a string as \\".',
  },
  bracket: {
    sk: 'Táto zátvorka nepatrí k otvorenej: pole sa končí ], objekt }.',
    en: 'This bracket does not match the open one: an array ends with ], an object with }.',
  },
  not_a_number: {
    sk: 'NaN a Infinity v JSON nie sú. Pošlite null, alebo údaj vynechajte.',
    en: 'JSON has no NaN and no Infinity. Send null, or leave the field out.',
  },
  number: {
    sk: 'Toto nie je číslo v zápise JSON: bez znamienka +, bez núl na začiatku, s číslicou na oboch stranách bodky.',
    en: 'This is not a JSON number: no plus sign, no leading zeros, a digit on both sides of the point.',
  },
  value: {
    sk: 'Tu má byť hodnota: reťazec v úvodzovkách ", číslo, objekt, pole, true, false alebo null (malými písmenami).',
    en: 'A value is expected here: a string in double quotes, a number, an object, an array, true, false or null (lower case).',
  },
  control_character: {
    sk: 'Reťazec obsahuje koniec riadka, tabulátor alebo iný riadiaci znak. Zapíšte ho ako \\n, \\t alebo \\u00XX.',
    en: 'The string contains a line break, a tab or another control character. Write it as \\n, \\t or \\u00XX.',
  },
  escape: {
    sk: 'Za \\ môže byť iba ", \\, /, b, f, n, r, t alebo u so štyrmi šestnástkovými číslicami. Samotné \\ zapíšte ako \\\\.',
    en: 'Only ", \\, /, b, f, n, r, t or u with four hexadecimal digits may follow \\. Write \\ itself as \\\\.',
  },
} as const satisfies Readonly<Record<string, ProblemKind['detail']>>;

export type SyntaxErrorKind = keyof typeof SYNTAX_ERRORS;
