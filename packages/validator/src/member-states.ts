/**
 * Member states by ISO 3166-1 code, with the electronic address scheme (EAS code list) of their VAT numbers; null
 * where addresses use another number. Slovak addresses use the DIČ (0245).
 */
const MEMBER_STATES: ReadonlyMap<string, string | null> = new Map(
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
    // The scheme of Finnish VAT numbers (0213) is not in the list of Peppol.
    FI: null,
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

/** Schemes of VAT numbers of other states. */
const OTHER_STATES: ReadonlyMap<string, string> = new Map([['GB', '9932']]);

/** True for an EU member state, by its ISO 3166-1 code. */
export const isEuState = (country: string): boolean => MEMBER_STATES.has(country);

/** The electronic address scheme (EAS) of a member state's VAT numbers, or null. */
export const vatSchemeOf = (country: string): string | null => MEMBER_STATES.get(country) ?? null;

/** Like `vatSchemeOf`, and also for other states whose VAT numbers have a scheme. */
export const vatSchemeAnywhere = (country: string): string | null =>
  vatSchemeOf(country) ?? OTHER_STATES.get(country) ?? null;

/** All schemes of VAT numbers. */
export const VAT_SCHEMES: readonly string[] = [...MEMBER_STATES.values(), ...OTHER_STATES.values()].filter(
  (scheme) => scheme !== null,
);
