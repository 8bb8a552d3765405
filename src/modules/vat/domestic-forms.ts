import { hintOfChecksum } from './checksum.ts';
import { STRUCTURES } from './structures.data.ts';

type Reading = readonly [form: RegExp, toNumber: (number: string) => string];

const padded = (number: string): string => `0${number}`;

/** Prepends the two check digits of a French VAT number to a SIREN. */
const withFrenchKey = (siren: string): string =>
  `${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`;

/**
 * Forms of numbers in use that VIES rejects, by state: older numbers, numbers of the national register, and leading
 * zeros that a spreadsheet dropped or a program added. Separators are already removed.
 */
const READINGS: ReadonlyMap<string, readonly Reading[]> = new Map(
  Object.entries<readonly Reading[]>({
    AT: [[/^\d{8}$/, (number) => `U${number}`]],
    // Nine digits until 2005.
    BE: [[/^\d{9}$/, padded]],
    // BULSTAT of a branch.
    BG: [[/^\d{13}$/, (number) => number.slice(0, 9)]],
    CZ: [
      // Until 2004 the number had a prefix of three digits for the tax office.
      [/^\d{11,13}$/, (number) => number.slice(3)],
      [/^\d{7}$/, padded],
    ],
    EL: [[/^\d{8}$/, padded]],
    ES: [[/^\d{7}[A-Z]$/, padded]],
    FI: [[/^\d{7}$/, padded]],
    FR: [
      [/^\d{9}$/, withFrenchKey],
      // SIRET: the SIREN and five digits of the establishment.
      [/^\d{14}$/, (number) => withFrenchKey(number.slice(0, 9))],
    ],
    // Adószám: the last three digits are the VAT code and the county.
    HU: [[/^\d{11}$/, (number) => number.slice(0, 8)]],
    IT: [[/^\d{10}$/, padded]],
    NL: [
      [/^\d{9}$/, (number) => `${number}B01`],
      [/^\d{11}$/, (number) => `${number.slice(0, 9)}B${number.slice(9)}`],
      [/^\d{9}B\d$/, (number) => `${number.slice(0, 10)}0${number.slice(10)}`],
      [/^\d{8}B\d{2}$/, padded],
    ],
    RO: [[/^0\d{2,12}$/, (number) => number.replace(/^0+/, '')]],
    SE: [
      [/^\d{10}$/, (number) => `${number}01`],
      // The organisation number with its century prefix.
      [/^16\d{10}$/, (number) => `${number.slice(2)}01`],
    ],
  }),
);

/** Forms, with separators, that identify their state without a prefix. */
const UNMISTAKABLE: readonly (readonly [form: RegExp, country: string])[] = [
  [/^U ?\d{8}$/, 'AT'],
  [/^\d{9}B\d{2}$/, 'NL'],
  [/^\d{8}-\d-\d{2}$/, 'HU'],
];

/**
 * Returns the VAT number that a text in an older or domestic form probably means.
 *
 * @param country prefix in VIES form (EL for Greece)
 * @param number text after the prefix, without separators, that does not have the state's structure
 * @returns the whole number, with valid check digits, or null
 */
export function meantNumber(country: string, number: string): string | null {
  // The prefix may occur twice: in the country field and in the number.
  const bare = [country, country === 'EL' ? 'GR' : country, country === 'XI' ? 'GB' : country].find((prefix) =>
    number.startsWith(prefix),
  );
  const rest = bare === undefined ? number : number.slice(bare.length);
  const readings = READINGS.get(country) ?? [];
  const candidates = [rest, ...readings.filter(([form]) => form.test(rest)).map(([, toNumber]) => toNumber(rest))];
  const meant = candidates.find((candidate) => isNumber(country, candidate));
  return meant === undefined ? null : `${country}${meant}`;
}

/** Returns the VAT number for a text without a prefix whose form identifies the state; otherwise null. */
export function meantWithoutPrefix(text: string): string | null {
  const trimmed = text.trim().toUpperCase();
  const country = UNMISTAKABLE.find(([form]) => form.test(trimmed))?.[1];
  return country === undefined ? null : meantNumber(country, trimmed.replaceAll(/[ -]/g, ''));
}

const isNumber = (country: string, number: string): boolean =>
  STRUCTURES.get(country)!.form.test(number) && hintOfChecksum(country, number) !== false;
