import { stdnum } from 'stdnum';
import { type Hint, OWN_CHECKS } from './own-checksums.ts';

type Check = { readonly validate: (number: string) => { readonly isValid: boolean } };

const LIBRARY: ReadonlyMap<string, Check> = new Map(
  Object.entries({
    AT: stdnum.AT!.uid!,
    CY: stdnum.CY!.vat!,
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
    MT: stdnum.MT!.vat!,
    NL: stdnum.NL!.btw!,
    PL: stdnum.PL!.nip!,
    PT: stdnum.PT!.nif!,
    RO: stdnum.RO!.cif!,
    XI: stdnum.GB!.vat!,
  }),
);

/** Numbers that the library accepts, but that are never issued. */
const NOT_ISSUED: ReadonlyMap<string, RegExp> = new Map([['CY', /^12/]]);

/** Numbers that the library accepts and other sources reject: no hint. */
const DISPUTED: ReadonlyMap<string, RegExp> = new Map([
  ['DE', /^0/],
  ['DK', /^0/],
  ['MT', /^0/],
  ['NL', /B00$/],
]);

/**
 * Checks the check digits of a number. The result is a hint, never a verdict: states have issued numbers that fail.
 * Null where sources contradict each other.
 *
 * @param country prefix in VIES form (EL for Greece)
 * @param number without the prefix, with the state's structure
 */
export function hintOfChecksum(country: string, number: string): Hint {
  const own = OWN_CHECKS.get(country);
  if (own !== undefined) return own(number);
  if (LIBRARY.get(country)?.validate(number).isValid !== true) return false;
  if (NOT_ISSUED.get(country)?.test(number) === true) return false;
  return DISPUTED.get(country)?.test(number) === true ? null : true;
}
