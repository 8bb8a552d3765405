import {
  type Correct,
  correctAustralian,
  correctBelgian,
  correctDic,
  correctGs1,
  correctIban,
  correctIco,
  correctLuhn,
  correctNorwegian,
} from '../../check-digits.ts';

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '');

const ofLength =
  (length: number, correct: Correct): Correct =>
  (text) =>
    text.length === length ? correct(text) : null;

const dic: Correct = (text) => correctDic(withoutSpaces(text.replace(/^(0245:\s*SK|0245:|SK)\s*/i, '')));

const slovakVat: Correct = (text) => {
  const found = dic(text.toUpperCase());
  return found === null ? null : `SK${found}`;
};

const ico: Correct = (text) => correctIco(withoutSpaces(text).padStart(8, '0'));

/** Accepts an IBAN alone, or with the account name before it or the bank code after it. */
const iban: Correct = (text) => {
  const written = withoutSpaces(text).toUpperCase();
  return correctIban(written) ?? correctIban(/(?:SK|CZ)\d{22}(?!\d)/.exec(written)?.[0] ?? '');
};

/** Accepts the number with the prefix of the VAT identifier, the scheme or separators, and without its leading zero. */
const belgian: Correct = (text) => {
  const written = text
    .replace(/^0208:/, '')
    .replace(/^BE/i, '')
    .replaceAll(/[\s.-]/g, '');
  return correctBelgian(written.length === 9 ? `0${written}` : written);
};

const byRule: ReadonlyMap<string, Correct> = new Map(
  Object.entries({
    'PEPPOL-COMMON-R040': correctGs1,
    'PEPPOL-COMMON-R041': correctNorwegian,
    'PEPPOL-COMMON-R043': belgian,
    'PEPPOL-COMMON-R047': ofLength(11, correctLuhn),
    'PEPPOL-COMMON-R049': ofLength(10, correctLuhn),
    'PEPPOL-COMMON-R050': correctAustralian,
    'SK-R-002': dic,
    'SK-R-003': dic,
    'SK-R-004': slovakVat,
    'SK-R-005': slovakVat,
    'SK-R-006': ico,
    'SK-R-007': ico,
    'SK-R-008': ico,
    'SK-R-009': dic,
    'SK-R-013': dic,
    'SK-R-010': iban,
    'SK-R-012': iban,
    'SK-R-062': iban,
    'DE-R-019': iban,
    'DE-R-020': iban,
  }),
);

/**
 * Normalises an identifier: removes white space, sets capitals, adds leading zeros or a prefix. Never changes a
 * digit, because another number may belong to another party.
 *
 * @returns null when normalisation does not make the identifier valid
 */
export function normalizeIdentifier(ruleId: string, text: string): string | null {
  const found = byRule.get(ruleId)?.(text.trim()) ?? null;
  return found === null || found === text.trim() || digitsOf(found) !== digitsOf(text) ? null : found;
}

const digitsOf = (text: string): string =>
  text
    .replace(/^\s*(?:0245|0208):/, '')
    .replaceAll(/\D/g, '')
    .replace(/^0+/, '');
