import type { Text } from '../issues/index.ts';

/** Control characters in a name could forge lines of logs and reports. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: their range, as every language writes it; \P{Cc} is not known to all
export const NO_CONTROLS = /^[^\x00-\x1f\x7f-\x9f]*$/;

export const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** A month of a year with four digits, as ISO 8601 writes it. */
export const MONTH = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/;

const NAMES: ReadonlyMap<string, Text> = new Map([
  [String(NO_CONTROLS), { sk: 'text bez riadiacich znakov', en: 'a text without control characters' }],
  [String(VISIBLE_ASCII), { sk: '1 až 255 viditeľných znakov ASCII', en: '1 to 255 visible ASCII characters' }],
  [String(MONTH), { sk: 'mesiac v tvare RRRR-MM', en: 'a month in the form YYYY-MM' }],
]);

/** What a pattern lets through, in words; the pattern itself where it has none. */
export function namePattern(pattern: string): Text {
  return NAMES.get(pattern) ?? { sk: pattern, en: pattern };
}
