/**
 * Member states with the electronic address scheme (EAS) of their VAT numbers: the default endpoint of a foreign
 * buyer. Slovakia uses the DIČ (0245) instead.
 */
const VAT_SCHEMES: ReadonlyMap<string, string | null> = new Map(
  Object.entries({
    AT: '9914',
    BE: '9925',
    BG: '9926',
    CY: '9928',
    CZ: '9929',
    DE: '9930',
    DK: '0184',
    EE: '9931',
    ES: '9920',
    FI: '0213',
    FR: '9957',
    GR: '9933',
    HR: '9934',
    HU: '9910',
    IE: '9935',
    IT: '0211',
    LT: '9937',
    LU: '9938',
    LV: '9939',
    MT: '9943',
    NL: '9944',
    PL: '9945',
    PT: '9946',
    RO: '9947',
    // Swedish parties use their organisation number (0007), which is not the VAT number.
    SE: null,
    SI: '9949',
    SK: '0245',
  }),
);

/** True for an EU member state, by its ISO 3166-1 code. */
export const isEuState = (country: string): boolean => VAT_SCHEMES.has(country);

/** Address scheme of a state's VAT numbers, or null. */
export const vatSchemeOf = (country: string): string | null => VAT_SCHEMES.get(country) ?? null;
