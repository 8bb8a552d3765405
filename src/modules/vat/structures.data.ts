import type { Text } from '@e-invoice/validator/issues';
import { text } from '../../../locales/index.ts';

/** `form` matches the part after the two letters. */
type Structure = { readonly form: RegExp; readonly description: Text; readonly example: string };

const row = (form: RegExp, description: Text, example: string): Structure => ({ form, description, example });
const digits = (count: number, example: string): Structure =>
  row(new RegExp(`^\\d{${count}}$`), text('vat.structure-of.digits', { count }), example);

/** Member states and Northern Ireland (XI), with the structures that the Commission publishes for VIES. */
export const STRUCTURES: ReadonlyMap<string, Structure> = new Map(
  Object.entries({
    AT: row(/^U\d{8}$/, text('vat.structure-of.AT'), 'ATU13585627'),
    BE: row(/^[01]\d{9}$/, text('vat.structure-of.BE'), 'BE0428759497'),
    BG: row(/^\d{9,10}$/, text('vat.structure-of.BG'), 'BG175074752'),
    CY: row(/^\d{8}[A-Z]$/, text('vat.structure-of.CY'), 'CY10259033P'),
    CZ: row(/^\d{8,10}$/, text('vat.structure-of.CZ'), 'CZ25123891'),
    DE: digits(9, 'DE136695976'),
    DK: digits(8, 'DK13585628'),
    EE: digits(9, 'EE100931558'),
    EL: digits(9, 'EL094259216'),
    ES: row(/^(?:[A-Z]\d{7}[0-9A-Z]|\d{8}[A-Z])$/, text('vat.structure-of.ES'), 'ESB58378431'),
    FI: digits(8, 'FI20774740'),
    FR: row(/^[0-9A-HJ-NP-Z]{2}\d{9}$/, text('vat.structure-of.FR'), 'FR40303265045'),
    HR: digits(11, 'HR33392005961'),
    HU: digits(8, 'HU12892312'),
    IE: row(/^(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/, text('vat.structure-of.IE'), 'IE6433435F'),
    IT: digits(11, 'IT00743110157'),
    LT: row(/^(?:\d{9}|\d{12})$/, text('vat.structure-of.LT'), 'LT119511515'),
    LU: digits(8, 'LU15027442'),
    LV: digits(11, 'LV40003521600'),
    MT: digits(8, 'MT11679112'),
    NL: row(/^\d{9}B\d{2}$/, text('vat.structure-of.NL'), 'NL004495445B01'),
    PL: digits(10, 'PL8567346215'),
    PT: row(/^[1-9]\d{8}$/, text('vat.structure-of.PT'), 'PT501964843'),
    RO: row(/^[1-9]\d{1,9}$/, text('vat.structure-of.RO'), 'RO18547290'),
    // 16 begins an organisation number with its century prefix, unless the suffix is 01.
    SE: row(/^(?!16\d{8}(?!01))\d{10}(?:0[1-9]|[1-8]\d|9[0-4])$/, text('vat.structure-of.SE'), 'SE556188840401'),
    SI: row(/^[1-9]\d{7}$/, text('vat.structure-of.SI'), 'SI50223054'),
    SK: row(/^[1-9]\d{9}$/, text('vat.structure-of.SK'), 'SK2020317068'),
    XI: row(/^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/, text('vat.structure-of.XI'), 'XI980780684'),
  }),
);
