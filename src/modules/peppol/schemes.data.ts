import type { Text } from '@e-invoice/validator/issues';
import { text } from '../../../locales/index.ts';

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
const digits = (count: number): Text => text('peppol.digits', { count });

/** Schemes of the Peppol code list whose identifiers can be checked offline (ISO 6523 and EAS codes). */
export const SCHEMES: ReadonlyMap<string, Scheme> = new Map(
  Object.entries({
    '0007': scheme(text('peppol.scheme.0007'), /^\d{10}$/, digits(10), 'luhn'),
    '0088': scheme(text('peppol.scheme.0088'), /^\d{13}$/, digits(13), 'gln'),
    '0158': scheme(text('peppol.scheme.0158'), /^\d{8}$/, digits(8), 'ico'),
    '0184': scheme(text('peppol.scheme.0184'), /^(?:DK)?\d{8}$/, text('peppol.scheme.0184-2'), 'danish'),
    '0192': scheme(text('peppol.scheme.0192'), /^\d{9}$/, digits(9), 'norwegian'),
    '0208': scheme(text('peppol.scheme.0208'), /^[01]\d{9}$/, digits(10), 'belgian'),
    '0245': scheme(text('peppol.scheme.0245'), /^\d{10}$/, text('peppol.scheme.0245-2'), 'dic'),
    '9950': scheme(text('peppol.scheme.9950'), /^SK\d{10}$/i, text('peppol.scheme.9950-2'), 'dic'),
  }),
);

/** Numbers used in the Slovak test environment although their check digits are invalid. */
export const SANDBOX_PARTICIPANTS: ReadonlySet<string> = new Set(
  [1, 2, 3, 4, 5].map((number) => `0245:000000000${number}`),
);
