import { LAYERS, type Language } from '../issues/index.ts';
import type { ConvertOptions, OpenOptions, ValidateOptions } from './options.ts';

/**
 * Checks arguments for callers without TypeScript: an invalid date, a misspelled option, or a string instead of bytes
 * would otherwise silently validate the invoice by other rules than intended.
 *
 * @throws TypeError
 */
export function checkArguments(bytes: Uint8Array, options: ValidateOptions): void {
  checkBytes('validate', bytes);
  checkOptions('validate', options, OPTION_CHECKS);
}

/** Checks the arguments of `convert`. @throws TypeError */
export function checkConversion(bytes: Uint8Array, options: ConvertOptions): void {
  checkBytes('convert', bytes);
  checkOptions('convert', options, CONVERSION);
  if (options.to === undefined) throw new TypeError('convert needs the option to: ubl or cii');
}

/** Checks the arguments of `compare`. @throws TypeError */
export function checkComparison(left: Uint8Array, right: Uint8Array): void {
  checkBytes('compare', left);
  checkBytes('compare', right);
}

function checkBytes(name: string, bytes: unknown): void {
  if (!isBytes(bytes)) throw new TypeError(`${name} takes the bytes of a file as a Uint8Array, not ${adviceOn(bytes)}`);
}

/** Checks the options of `openValidator`. @throws TypeError */
export const checkOpening = (options: OpenOptions): void => checkOptions('openValidator', options, PARTS);

type Check = readonly [isOne: (value: unknown) => boolean, expected: string];

const isText = (value: unknown): boolean => typeof value === 'string';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

const isSome = (value: unknown, isOne: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isOne);

const DAY: Check = [isDay, 'a day, YYYY-MM-DD'];
const LANGUAGES: readonly Language[] = ['sk', 'en'];

const OPTION_CHECKS: ReadonlyMap<string, Check> = new Map<keyof ValidateOptions, Check>([
  ['filename', [isText, 'a text']],
  ['ruleset', [isText, 'a text such as peppol-bis-3 or peppol-bis-3@2025.11']],
  ['asOf', DAY],
  ['today', DAY],
  [
    'layers',
    [(value) => isSome(value, (layer) => LAYERS.some((one) => one === layer)), `some of ${LAYERS.join(', ')}`],
  ],
  ['cii', [(value) => value === 'validate' || value === 'unsupported', 'validate or unsupported']],
  ['compare', [isText, 'a rule set or a day, YYYY-MM-DD']],
  ['language', [(value) => LANGUAGES.some((one) => one === value), LANGUAGES.join(' or ')]],
]);

const LIMITS = ['bytes', 'depth', 'attributes', 'nodes'];
const isLimits = (value: unknown): boolean =>
  isObject(value) && Object.entries(value).every(([name, most]) => LIMITS.includes(name) && most > 0);
const isRules = (value: unknown): boolean => isObject(value) && 'manifest' in value && 'restrictions' in value;

const PARTS: ReadonlyMap<string, Check> = new Map<keyof OpenOptions, Check>([
  ['rules', [(value) => isSome(value, isRules), 'modules of rules (import * as rules from …)']],
  ['limits', [isLimits, `numbers by the names ${LIMITS.join(', ')}`]],
  ['sha256', [(value) => typeof value === 'function', 'a function']],
]);

const CONVERSION: ReadonlyMap<string, Check> = new Map<keyof ConvertOptions, Check>([
  ['to', [(value) => value === 'ubl' || value === 'cii', 'ubl or cii']],
  ['allowLoss', [(value) => typeof value === 'boolean', 'true or false']],
]);

function checkOptions(name: string, options: unknown, known: ReadonlyMap<string, Check>): void {
  if (!isObject(options)) throw new TypeError(`${name} takes its options as an object, not ${nameOf(options)}`);
  for (const [option, value] of Object.entries(options)) {
    const check = known.get(option);
    if (check === undefined)
      throw new TypeError(`${name} has no option ${option}; there are ${[...known.keys()].join(', ')}`);
    const [isOne, expected] = check;
    if (value !== undefined && !isOne(value))
      throw new TypeError(`The option ${option} of ${name} is ${expected}, not ${nameOf(value)}`);
  }
}

const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice('[object '.length, -1);

/** Compares the tag, because a `Uint8Array` from another window or frame has a different constructor. */
const isBytes = (value: unknown): boolean => ArrayBuffer.isView(value) && tagOf(value) === 'Uint8Array';

function adviceOn(value: unknown): string {
  if (typeof value === 'string') return 'a text: new TextEncoder().encode(text)';
  return tagOf(value).endsWith('ArrayBuffer') ? `${tagOf(value)}: new Uint8Array(buffer)` : nameOf(value);
}

const nameOf = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  return isObject(value) ? tagOf(value) : String(value);
};
