import type { Text } from '@e-invoice/validator/issues';

/** `form` matches the part after the two letters. */
type Structure = { readonly form: RegExp; readonly description: Text; readonly example: string };

const row = (form: RegExp, sk: string, en: string, example: string): Structure => ({
  form,
  description: { sk, en },
  example,
});
const digits = (count: number, example: string): Structure =>
  row(new RegExp(`^\\d{${count}}$`), `${count} číslic`, `${count} digits`, example);

/** Member states and Northern Ireland (XI), with the structures that the Commission publishes for VIES. */
export const STRUCTURES: ReadonlyMap<string, Structure> = new Map(
  Object.entries({
    AT: row(/^U\d{8}$/, 'písmeno U a 8 číslic', 'the letter U and 8 digits', 'ATU13585627'),
    BE: row(/^[01]\d{9}$/, '10 číslic, prvá 0 alebo 1', '10 digits, the first 0 or 1', 'BE0428759497'),
    BG: row(/^\d{9,10}$/, '9 alebo 10 číslic', '9 or 10 digits', 'BG175074752'),
    CY: row(/^\d{8}[A-Z]$/, '8 číslic a písmeno', '8 digits and a letter', 'CY10259033P'),
    CZ: row(/^\d{8,10}$/, '8 až 10 číslic', '8 to 10 digits', 'CZ25123891'),
    DE: digits(9, 'DE136695976'),
    DK: digits(8, 'DK13585628'),
    EE: digits(9, 'EE100931558'),
    EL: digits(9, 'EL094259216'),
    ES: row(
      /^(?:[A-Z]\d{7}[0-9A-Z]|\d{8}[A-Z])$/,
      '9 znakov, prvý alebo posledný je písmeno',
      '9 characters, the first or the last a letter',
      'ESB58378431',
    ),
    FI: digits(8, 'FI20774740'),
    FR: row(
      /^[0-9A-HJ-NP-Z]{2}\d{9}$/,
      '2 znaky (bez písmen O a I) a 9 číslic',
      '2 characters (not O or I) and 9 digits',
      'FR40303265045',
    ),
    HR: digits(11, 'HR33392005961'),
    HU: digits(8, 'HU12892312'),
    IE: row(
      /^(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/,
      '7 číslic a 1 alebo 2 písmená, pri starších číslach písmeno na druhom mieste',
      '7 digits and 1 or 2 letters, older numbers with a letter in second place',
      'IE6433435F',
    ),
    IT: digits(11, 'IT00743110157'),
    LT: row(/^(?:\d{9}|\d{12})$/, '9 alebo 12 číslic', '9 or 12 digits', 'LT119511515'),
    LU: digits(8, 'LU15027442'),
    LV: digits(11, 'LV40003521600'),
    MT: digits(8, 'MT11679112'),
    NL: row(
      /^\d{9}B\d{2}$/,
      '9 číslic, písmeno B a 2 číslice',
      '9 digits, the letter B and 2 digits',
      'NL004495445B01',
    ),
    PL: digits(10, 'PL8567346215'),
    PT: row(/^[1-9]\d{8}$/, '9 číslic, prvá nie je 0', '9 digits, the first not 0', 'PT501964843'),
    RO: row(/^[1-9]\d{1,9}$/, '2 až 10 číslic, prvá nie je 0', '2 to 10 digits, the first not 0', 'RO18547290'),
    SE: row(/^\d{10}01$/, '12 číslic, na konci 01', '12 digits that end in 01', 'SE556188840401'),
    SI: row(/^[1-9]\d{7}$/, '8 číslic, prvá nie je 0', '8 digits, the first not 0', 'SI50223054'),
    SK: row(/^[1-9]\d{9}$/, '10 číslic', '10 digits', 'SK2020317068'),
    XI: row(
      /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/,
      '9 alebo 12 číslic, alebo GD či HA a 3 číslice',
      '9 or 12 digits, or GD or HA and 3 digits',
      'XI980780684',
    ),
  }),
);
