import type { Text } from '../../../issues/index.ts';
import type { StructureFault } from './finding.ts';
import type { ValueType } from './read-structure.ts';
import type { ValueMistake } from './value-suggestion.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Messages by fault; remedies are in the catalog. Placeholders: `{standard}` and `{documents}` (`standardTexts`), `{found}`, `{parent}`, `{expected}`, `{times}` (`
 * (3×)` for several), and `{place}` (`placeTexts`) and `{mistake}` (`mistakeTexts`), which start with a space unless
 * empty.
 */
export const messageTexts: Readonly<Record<StructureFault, Text>> = {
  'UNKNOWN-ROOT': {
    sk: 'Koreňový prvok dokumentu je {found}; očakáva sa {expected} podľa {standard}.',
    en: 'The document element is {found}; expected is {expected} of {standard}.',
  },
  'STRUCTURE-ELEMENT-UNKNOWN': {
    sk: 'Prvok {found}{times} v prvku {parent} štandard {standard} pre {documents} nepozná.{expectation}',
    en: 'The element {found}{times} in {parent} does not exist in {standard} {documents}.{expectation}',
  },
  'STRUCTURE-ELEMENT-NOT-ALLOWED': {
    sk: 'Prvok {found}{times} do prvku {parent} nepatrí.{expectation}',
    en: 'The element {found}{times} does not belong in {parent}.{expectation}',
  },
  'STRUCTURE-ELEMENT-MISPLACED': {
    sk: 'Prvok {found}{times} je v prvku {parent} na nesprávnom mieste; štandard {standard} určuje pevné poradie.{place}',
    en: 'The element {found}{times} is in the wrong place in {parent}; {standard} prescribes a fixed order.{place}',
  },
  'STRUCTURE-ELEMENT-MISSING': {
    sk: 'V prvku {parent} chýba povinný prvok {expected}.{place}',
    en: 'The element {parent} lacks the required element {expected}.{place}',
  },
  'STRUCTURE-ELEMENT-REPEATED': {
    sk: 'Prvok {found} smie byť v prvku {parent} iba raz, je v ňom však {count}×.',
    en: 'The element {found} may occur only once in {parent}, but it occurs {count} times.',
  },
  'STRUCTURE-ATTRIBUTE-UNKNOWN': {
    sk: 'Prvok {parent} nesmie mať atribút {found}.{expectation}',
    en: 'The element {parent} must not have the attribute {found}.{expectation}',
  },
  'STRUCTURE-ATTRIBUTE-MISSING': {
    sk: 'Prvku {parent} chýba povinný atribút {expected}.',
    en: 'The element {parent} lacks the required attribute {expected}.',
  },
  'STRUCTURE-VALUE-INVALID': {
    sk: 'Hodnota „{found}“ v prvku {parent} nemá správny tvar: očakáva sa {expected}.{mistake}',
    en: 'The value “{found}” in {parent} has the wrong form: expected is {expected}.{mistake}',
  },
  'STRUCTURE-TEXT-UNEXPECTED': {
    sk: 'V prvku {parent} je medzi prvkami text „{found}“; smú v ňom byť iba ďalšie prvky.',
    en: 'The element {parent} has the text “{found}” between its elements; it may contain only elements.',
  },
};

/** The standard of a vocabulary and its documents: in the Slovak accusative, in the English plural. */
export const standardTexts: Readonly<Record<Vocabulary['id'], Record<keyof Text, { standard: string; documents: string }>>> = {
  UBL: {
    sk: { standard: 'UBL 2.1', documents: 'faktúru a dobropis' },
    en: { standard: 'UBL 2.1', documents: 'invoices and credit notes' },
  },
  CII: {
    sk: { standard: 'CII D16B', documents: 'faktúru' },
    en: { standard: 'CII D16B', documents: 'invoices' },
  },
};

export const valueTypeTexts: Readonly<Record<ValueType | 'language', Text>> = {
  string: { sk: 'text', en: 'a text' },
  normalizedString: { sk: 'text', en: 'a text' },
  token: { sk: 'text', en: 'a text' },
  boolean: { sk: 'true alebo false', en: 'true or false' },
  decimal: { sk: 'číslo s desatinnou bodkou bez medzier, napríklad 1234.50', en: 'a number with a decimal point and no spaces, for example 1234.50' },
  date: { sk: 'dátum v tvare RRRR-MM-DD', en: 'a date as YYYY-MM-DD' },
  time: { sk: 'čas v tvare HH:MM:SS', en: 'a time as HH:MM:SS' },
  dateTime: { sk: 'dátum a čas v tvare RRRR-MM-DDTHH:MM:SS', en: 'a date and time as YYYY-MM-DDTHH:MM:SS' },
  base64Binary: { sk: 'obsah súboru v kódovaní Base64', en: 'the content of a file in Base64' },
  language: { sk: 'kód jazyka, napríklad sk', en: 'a language code, for example sk' },
};

export const mistakeTexts: Readonly<Record<ValueMistake, Text>> = {
  empty: { sk: 'Prvok je prázdny.', en: 'The element is empty.' },
  'no-such-day': { sk: 'Taký deň v kalendári nie je.', en: 'There is no such day in the calendar.' },
  'local-date': { sk: 'Dátum je zapísaný slovenským spôsobom (deň, mesiac, rok).', en: 'The date is written in the local way (day, month, year).' },
  'date-with-zone': {
    sk: 'Dátum sa uvádza bez časového pásma.',
    en: 'A date is stated without a time zone.',
  },
  'date-with-time': { sk: 'Pri dátume nesmie byť čas.', en: 'A date must not have a time.' },
  'decimal-comma': { sk: 'Namiesto desatinnej čiarky má byť bodka.', en: 'There must be a point instead of the decimal comma.' },
  currency: { sk: 'Pri čísle nesmie byť mena ani znak percenta.', en: 'A number must not have a currency or a percent sign.' },
  'date-separators': { sk: 'Rok, mesiac a deň sa oddeľujú spojovníkom.', en: 'Year, month and day are separated by hyphens.' },
  'with-text': { sk: 'Pri čísle nesmie byť text.', en: 'The value must contain only the number.' },
  scientific: { sk: 'Číslo sa píše celé, bez mocniny.', en: 'The number is written out, without an exponent.' },
  grouped: { sk: 'Tisíce sa nijako neoddeľujú.', en: 'Thousands are not separated.' },
  letters: { sk: 'Namiesto číslice je písmeno, ktoré sa na ňu podobá.', en: 'A letter is used instead of the digit that it looks like.' },
  sign: { sk: 'Mínus sa píše spojovníkom pred číslom.', en: 'The minus is a hyphen in front of the number.' },
  'double-point': { sk: 'Desatinná bodka je v čísle jedna.', en: 'A number has one decimal point.' },
  'short-date': { sk: 'Rok sa píše štyrmi číslicami.', en: 'The year has four digits.' },
  'date-words': { sk: 'Mesiac sa píše číslom.', en: 'The month is a number.' },
  'date-number': { sk: 'Je to poradové číslo dňa, ako ho uchováva tabuľkový program.', en: 'It is the number of a day, as spreadsheets keep it.' },
  word: { sk: 'Píše sa malými písmenami.', en: 'It is written in lower case.' },
};

/** The position of a misplaced or missing element. */
export const placeTexts = {
  between: { sk: ' Patrí za {after} a pred {before}.', en: ' It belongs after {after} and before {before}.' },
  after: { sk: ' Patrí za {after}.', en: ' It belongs after {after}.' },
  before: { sk: ' Patrí pred {before}.', en: ' It belongs before {before}.' },
} as const satisfies Record<string, Text>;

/** The elements that are allowed instead. */
export const expectationTexts = {
  one: { sk: ' Očakáva sa tu {list}.', en: ' Expected here is {list}.' },
  several: { sk: ' Na tomto mieste smie byť: {list}.', en: ' Here may be: {list}.' },
  none: { sk: '', en: '' },
} as const satisfies Record<string, Text>;
