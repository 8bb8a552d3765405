import type { jsonError as english } from '../en/json-error.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const jsonError = {
  'json-error.kind.empty': 'JSON je prázdny. Pošlite objekt, pole alebo inú hodnotu.',
  'json-error.kind.incomplete': 'JSON sa tu končí, hoci reťazec, pole alebo objekt nie je uzavretý. Pošlite ho celý.',
  'json-error.kind.extra': 'Za koncom JSON nasleduje ďalší text. Odstráňte ho, alebo hodnoty vložte do jedného poľa.',
  'json-error.kind.utf16': 'JSON je v kódovaní UTF-16 alebo UTF-32. Uložte ho v kódovaní UTF-8.',
  'json-error.kind.not_utf8': 'Bajty tu nie sú v kódovaní UTF-8. Uložte JSON v kódovaní UTF-8.',
  'json-error.kind.xml': 'Toto je XML, nie JSON. Vložte ho do JSON ako reťazec, alebo ho pošlite ako XML.',
  'json-error.kind.comment': 'JSON nemá komentáre. Komentár odstráňte.',
  'json-error.kind.trailing_comma': 'Pred touto zátvorkou je čiarka navyše. Odstráňte ju.',
  'json-error.kind.quotes': 'Reťazce a názvy údajov patria do úvodzoviek " (U+0022). Nahraďte nimi apostrofy a typografické úvodzovky.',
  'json-error.kind.name': 'Tu má byť názov údaja v úvodzovkách ".',
  'json-error.kind.colon': 'Za názvom údaja má byť dvojbodka.',
  'json-error.kind.comma': 'Tu má byť čiarka alebo koniec poľa či objektu. Úvodzovky v reťazci zapíšte ako \\".',
  'json-error.kind.bracket': "Táto zátvorka nepatrí k otvorenej: pole sa končí ], objekt '}'.",
  'json-error.kind.not_a_number': 'NaN a Infinity v JSON nie sú. Pošlite null, alebo údaj vynechajte.',
  'json-error.kind.number': 'Toto nie je číslo v zápise JSON: bez znamienka +, bez núl na začiatku, s číslicou na oboch stranách bodky.',
  'json-error.kind.value': 'Tu má byť hodnota: reťazec v úvodzovkách ", číslo, objekt, pole, true, false alebo null (malými písmenami).',
  'json-error.kind.control_character': 'Reťazec obsahuje koniec riadka, tabulátor alebo iný riadiaci znak. Zapíšte ho ako \\n, \\t alebo \\u00XX.',
  'json-error.kind.escape': 'Za \\ môže byť iba ", \\, /, b, f, n, r, t alebo u so štyrmi šestnástkovými číslicami. Samotné \\ zapíšte ako \\\\.',
  'json-error.position': 'Riadok {line}, stĺpec {column}: {error}',
} as const satisfies TranslationOf<typeof english>;
