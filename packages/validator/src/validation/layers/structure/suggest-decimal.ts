import { isLexical } from './lexical.ts';
import type { ValueSuggestion } from './value-suggestion.ts';

/** Suggests the intended number for an invalid value. */
export function suggestDecimal(value: string): ValueSuggestion {
  if (/^[-+]?\d+,\d+$/.test(value)) {
    // `1,234` may also be a whole number with a thousands separator.
    const read = value.replace(',', '.');
    return /^[-+]?[1-9]\d{0,2},\d{3}$/.test(value)
      ? { mistake: 'decimal-comma', corrected: null, readings: [read, value.replace(',', '')] }
      : { mistake: 'decimal-comma', corrected: read };
  }
  if (/^[-+]?\d{1,3}([ \u00a0\u202f']\d{3})+([.,]\d+)?$/.test(value)) {
    return { mistake: 'grouped', corrected: value.replace(/[ \u00a0\u202f']/g, '').replace(',', '.') };
  }
  // With two kinds of separators, the last one is the decimal separator.
  const [, whole, decimals] =
    /^([-+]?\d{1,3}(?:\.\d{3})+),(\d+)$|^$/.exec(value) ?? /^([-+]?\d{1,3}(?:,\d{3})+)\.(\d+)$/.exec(value) ?? [];
  if (whole !== undefined) return { mistake: 'grouped', corrected: `${whole.replace(/[.,]/g, '')}.${decimals}` };
  if (/^[-+]?\d+(?:\.\.|,,|,\.|\.,)\d+$/.test(value)) {
    return { mistake: 'double-point', corrected: value.replace(/[.,]{2}/, '.') };
  }
  if (/^[-+]?\d[\d.,]*$/.test(value)) return { mistake: 'grouped', corrected: null };
  const signed = withSign(value);
  if (signed !== null) return signed;
  if (SCIENTIFIC.test(value)) return { mistake: 'scientific', corrected: withoutExponent(value) };
  const bare = /^(?:(?:EUR|\u20ac)[ \u00a0]?)?([-+]?\d[^A-Za-z\u20ac%]{0,40}?)[ \u00a0]?(?:EUR|\u20ac|%)?$/i.exec(
    value,
  )?.[1];
  if (bare !== undefined && bare !== value) {
    return { mistake: 'currency', corrected: isLexical('decimal', bare) ? bare : suggestDecimal(bare).corrected };
  }
  // `597,-` is a price without cents.
  const round = WITHOUT_CENTS.exec(value)?.[1];
  if (round !== undefined) return { mistake: 'currency', corrected: round };
  const digits = withDigits(value);
  const number = WITH_WORD.exec(value)?.[1];
  // `12l` may be litres as well as 121.
  if (digits !== null && (number === undefined || !/\d[lSBZI]$/.test(value))) {
    return { mistake: 'letters', corrected: digits };
  }
  if (number !== undefined) {
    const corrected = isLexical('decimal', number) ? number : suggestDecimal(number).corrected;
    return digits === null || corrected === null
      ? { mistake: 'with-text', corrected }
      : { mistake: 'with-text', corrected: null, readings: [corrected, digits] };
  }
  return { mistake: null, corrected: null };
}

const SCIENTIFIC = /^([-+]?\d{1,20})(?:\.(\d{1,20}))?E([-+]?\d{1,2})$/i;
const WITHOUT_CENTS = /^([-+]?\d{1,12})[.,](?:-{1,2}|\u2013|\u2014)$/;
const WITH_WORD = /^([-+]?\d[\d.,\u00a0 ]{0,30}?)[ \u00a0]?(?!E[-+]?\d)[\p{L}$£][\p{L}.²³/]{0,9}$/iu;

/** Writes `2.55E2` as `255`. */
function withoutExponent(value: string): string {
  const [, whole = '', decimals = '', exponent = '0'] = SCIENTIFIC.exec(value) ?? [];
  const sign = whole.startsWith('-') ? '-' : '';
  const digits = whole.replace(/^[-+]/, '') + decimals;
  const point = digits.length - decimals.length + Number(exponent);
  const padded = point > 0 ? digits.padEnd(point, '0') : digits.padStart(digits.length - point + 1, '0');
  const at = Math.max(point, 1);
  const [before, after] = [padded.slice(0, at).replace(/^0+(?=\d)/, ''), padded.slice(at)];
  return `${sign}${before}${after === '' ? '' : `.${after}`}`;
}

/** Letters that are typed or recognised in place of a digit. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  [...'O0o0l1I1|1S5B8Z2'.matchAll(/(.)(.)/g)].map(([, a, b]) => [a!, b!]),
);

/** Replaces lookalike letters with digits; null when the value has no such letters or others. */
function withDigits(value: string): string | null {
  if (value.length > 24 || !/\d/.test(value) || !/^[-+]?[\dOolI|SBZ]+(?:[.,][\dOolI|SBZ]+)?$/.test(value)) return null;
  const read = [...value].map((sign) => LOOKALIKES.get(sign) ?? sign).join('');
  return read === value ? null : read.replace(',', '.');
}

/** Reads a trailing minus, as some accounting systems print it, a typographic minus, or accounting brackets. */
function withSign(value: string): ValueSuggestion | null {
  const [, behind, inBrackets, typographic] =
    /^(?:(\d[\d.,]{0,30}) ?[-\u2212]|\((\d[\d.,]{0,30})\)|[\u2212\u2013] ?(\d[\d.,]{0,30}))$/.exec(value) ?? [];
  const number = behind ?? inBrackets ?? typographic;
  // `597,-` is a price without cents.
  if (number === undefined || /[.,]$/.test(number)) return null;
  const read = isLexical('decimal', number) ? number : suggestDecimal(number).corrected;
  return { mistake: 'sign', corrected: read === null ? null : `-${read}` };
}
