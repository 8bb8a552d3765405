import type { Text } from '@e-invoice/validator/issues';

/** Format of the identifiers of a scheme, to explain a mistake before a request is sent. */
type Scheme = {
  readonly name: Text;
  readonly form: RegExp;
  readonly format: Text;
  readonly check: SchemeCheck | null;
};
export type SchemeCheck = 'dic' | 'ico' | 'gln' | 'luhn' | 'norwegian' | 'danish' | 'belgian';

const scheme = (name: Text, form: RegExp, format: Text, check: SchemeCheck | null = null): Scheme => ({
  name,
  form,
  format,
  check,
});
const digits = (count: number): Text => ({ sk: `${count} číslic`, en: `${count} digits` });

/** Schemes of the Peppol code list whose identifiers can be checked offline (ISO 6523 and EAS codes). */
export const SCHEMES: ReadonlyMap<string, Scheme> = new Map(
  Object.entries({
    '0007': scheme(
      { sk: 'švédske registračné číslo', en: 'Swedish organisation number' },
      /^\d{10}$/,
      digits(10),
      'luhn',
    ),
    '0088': scheme({ sk: 'GLN (EAN)', en: 'GLN (EAN)' }, /^\d{13}$/, digits(13), 'gln'),
    '0158': scheme({ sk: 'IČO', en: 'Slovak registration number (IČO)' }, /^\d{8}$/, digits(8), 'ico'),
    '0184': scheme(
      { sk: 'dánske číslo CVR', en: 'Danish CVR number' },
      /^(?:DK)?\d{8}$/,
      { sk: '8 číslic, prípadne s DK', en: '8 digits, with or without DK' },
      'danish',
    ),
    '0192': scheme(
      { sk: 'nórske organizačné číslo', en: 'Norwegian organisation number' },
      /^\d{9}$/,
      digits(9),
      'norwegian',
    ),
    '0208': scheme(
      { sk: 'belgické číslo podniku', en: 'Belgian enterprise number' },
      /^[01]\d{9}$/,
      digits(10),
      'belgian',
    ),
    '0245': scheme(
      { sk: 'DIČ', en: 'Slovak tax number (DIČ)' },
      /^\d{10}$/,
      { sk: '10 číslic bez predpony SK', en: '10 digits, without SK' },
      'dic',
    ),
    '9950': scheme(
      { sk: 'slovenské IČ DPH', en: 'Slovak VAT number' },
      /^SK\d{10}$/i,
      { sk: 'SK a 10 číslic', en: 'SK and 10 digits' },
      'dic',
    ),
  }),
);

/** Numbers used in the Slovak test environment although their check digits are invalid. */
export const SANDBOX_PARTICIPANTS: ReadonlySet<string> = new Set(
  [1, 2, 3, 4, 5].map((number) => `0245:000000000${number}`),
);
