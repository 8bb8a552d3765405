import { weigh } from '@e-invoice/validator/check-digits';
import { stdnum } from 'stdnum';

type Check = { readonly validate: (number: string) => { readonly isValid: boolean } };

/** The library's checks by state; those of SK, BG and CZ are ours where it is narrower than the law. */
const LIBRARY: ReadonlyMap<string, Check> = new Map(
  Object.entries({
    AT: stdnum.AT!.uid!,
    BE: stdnum.BE!.vat!,
    BG: stdnum.BG!.vat!,
    CY: stdnum.CY!.vat!,
    CZ: stdnum.CZ!.dic!,
    DE: stdnum.DE!.vat!,
    DK: stdnum.DK!.cvr!,
    EE: stdnum.EE!.kmkr!,
    EL: stdnum.GR!.vat!,
    ES: stdnum.ES!.nif!,
    FI: stdnum.FI!.alv!,
    FR: stdnum.FR!.tva!,
    HR: stdnum.HR!.oib!,
    HU: stdnum.HU!.anum!,
    IE: stdnum.IE!.vat!,
    IT: stdnum.IT!.iva!,
    LT: stdnum.LT!.pvm!,
    LU: stdnum.LU!.tva!,
    LV: stdnum.LV!.pvn!,
    MT: stdnum.MT!.vat!,
    NL: stdnum.NL!.btw!,
    PL: stdnum.PL!.nip!,
    PT: stdnum.PT!.nif!,
    RO: stdnum.RO!.cif!,
    SE: stdnum.SE!.vat!,
    SI: stdnum.SI!.ddv!,
    XI: stdnum.GB!.vat!,
  }),
);

/** Personal numbers, those of foreigners, and all others: any of the three checks makes a ten-digit Bulgarian number. */
function isBulgarianTen(number: string): boolean {
  const last = Number(number[9]);
  const personal = (weigh(number, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10;
  const foreigner = weigh(number, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10;
  const other = (11 - (weigh(number, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return [personal, foreigner, other].includes(last);
}

/** Czech numbers of persons without a birth number: nine digits that start with 6. */
function isCzechSpecial(number: string): boolean {
  const rest = weigh(number.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11;
  return (8 - ((10 - rest) % 11) + 10) % 10 === Number(number[8]);
}

/**
 * Whether the check digits of a number are right. A hint, never a verdict: states have issued numbers that fail.
 *
 * @param country prefix as VIES has it (EL for Greece)
 * @param number without the prefix, of the state's structure
 */
export function hasRightChecksum(country: string, number: string): boolean {
  if (country === 'SK') return Number(number) % 11 === 0;
  if (country === 'BG' && number.length === 10) return isBulgarianTen(number);
  if (country === 'CZ' && number.length === 9 && number.startsWith('6') && isCzechSpecial(number)) return true;
  return LIBRARY.get(country)?.validate(number).isValid ?? false;
}
