import type { ValueType } from './read-structure.ts';

/**
 * Whether a text is in the lexical space of a type (XML Schema part 2, second edition) after white space handling.
 * Scans in place without allocation.
 */
export function isLexical(type: ValueType, text: string): boolean {
  switch (type) {
    case 'string':
    case 'normalizedString':
    case 'token':
      return true;
    case 'base64Binary':
      return isBase64(text);
    default: {
      let start = 0;
      let end = text.length;
      while (start < end && isSpace(text.charCodeAt(start))) start += 1;
      while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
      return isTrimmedLexical(type, text, start, end);
    }
  }
}

function isTrimmedLexical(type: ValueType, text: string, start: number, end: number): boolean {
  switch (type) {
    case 'decimal':
      return isDecimal(text, start, end);
    case 'boolean':
      return isBoolean(text, start, end);
    case 'date':
      return isZone(text, dateEnd(text, start, end), end);
    case 'time':
      return isZone(text, timeEnd(text, start, end), end);
    default: {
      const date = dateEnd(text, start, end);
      // T
      if (date === -1 || text.charCodeAt(date) !== 0x54) return false;
      return isZone(text, timeEnd(text, date + 1, end), end);
    }
  }
}

/** RFC 3066 as in XML Schema's `language`. */
export const isLanguage = (text: string): boolean =>
  /^[ \t\n\r]*[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*[ \t\n\r]*$/.test(text);

/** White space as XML defines it. */
export const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d;

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** The offset after the digits that start at `at`. */
function digitsEnd(text: string, at: number, end: number): number {
  let next = at;
  while (next < end && isDigit(text.charCodeAt(next))) next += 1;
  return next;
}

function isDecimal(text: string, start: number, end: number): boolean {
  const sign = text.charCodeAt(start);
  const whole = start < end && (sign === 0x2b || sign === 0x2d) ? start + 1 : start;
  const point = digitsEnd(text, whole, end);
  if (point === end) return point > whole;
  if (text.charCodeAt(point) !== 0x2e) return false;
  return digitsEnd(text, point + 1, end) === end && end - whole > 1;
}

function isBoolean(text: string, start: number, end: number): boolean {
  if (end - start === 1) return text[start] === '0' || text[start] === '1';
  return (
    (end - start === 4 && text.startsWith('true', start)) || (end - start === 5 && text.startsWith('false', start))
  );
}

/** Two digits as a number; -1 when there are fewer before `end`. */
function pair(text: string, at: number, end: number): number {
  if (at + 2 > end) return -1;
  const tens = text.charCodeAt(at);
  const units = text.charCodeAt(at + 1);
  return isDigit(tens) && isDigit(units) ? (tens - 0x30) * 10 + units - 0x30 : -1;
}

/** The offset after a valid calendar date; -1 when invalid. */
function dateEnd(text: string, start: number, end: number): number {
  const year = text.charCodeAt(start) === 0x2d ? start + 1 : start;
  const yearEnd = digitsEnd(text, year, end);
  const length = yearEnd - year;
  // Year 0000 is invalid, and leading zeros only pad to four digits (XML Schema part 2, 3.2.7.1).
  if (length < 4 || (length > 4 && text.charCodeAt(year) === 0x30) || text.startsWith('0000', year)) return -1;
  if (text.charCodeAt(yearEnd) !== 0x2d || text.charCodeAt(yearEnd + 3) !== 0x2d) return -1;
  const month = pair(text, yearEnd + 1, end);
  const day = pair(text, yearEnd + 4, end);
  if (month < 1 || month > 12 || day < 1) return -1;
  if (day > 28 && day > daysOf(month, text, yearEnd)) return -1;
  return yearEnd + 6;
}

/** Leap years depend on the last four digits only, not on the sign (XML Schema part 2, appendix E). */
function daysOf(month: number, text: string, yearEnd: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  let year = 0;
  for (let at = yearEnd - 4, weight = 1000; at < yearEnd; at += 1, weight /= 10) {
    year += (text.charCodeAt(at) - 0x30) * weight;
  }
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** The offset after a time of day; -1 when invalid. 24:00:00 is the end of the day. */
function timeEnd(text: string, start: number, end: number): number {
  const hours = pair(text, start, end);
  const minutes = pair(text, start + 3, end);
  const seconds = pair(text, start + 6, end);
  if (hours < 0 || hours > 24 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59) return -1;
  if (text.charCodeAt(start + 2) !== 0x3a || text.charCodeAt(start + 5) !== 0x3a) return -1;
  let at = start + 8;
  let isWhole = true;
  if (at < end && text.charCodeAt(at) === 0x2e) {
    const fraction = at + 1;
    at = digitsEnd(text, fraction, end);
    if (at === fraction) return -1;
    for (let digit = fraction; digit < at; digit += 1) isWhole &&= text.charCodeAt(digit) === 0x30;
  }
  if (hours === 24 && (minutes > 0 || seconds > 0 || !isWhole)) return -1;
  return at;
}

/** Accepts an optional time zone: `Z`, or an offset of up to 14 hours. */
function isZone(text: string, at: number, end: number): boolean {
  if (at === -1) return false;
  if (at === end) return true;
  const sign = text.charCodeAt(at);
  if (sign === 0x5a) return at + 1 === end;
  if ((sign !== 0x2b && sign !== 0x2d) || at + 6 !== end || text.charCodeAt(at + 3) !== 0x3a) return false;
  const hours = pair(text, at + 1, end);
  const minutes = pair(text, at + 4, end);
  return hours >= 0 && minutes >= 0 && minutes < 60 && (hours < 14 || (hours === 14 && minutes === 0));
}

/** Groups of four with white space anywhere, and zero bits before the padding (XML Schema part 2, 3.2.16). */
function isBase64(text: string): boolean {
  let count = 0;
  let padding = 0;
  let last = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x3d) {
      padding += 1;
      continue;
    }
    const value = base64Value(unit);
    if (value === -1) {
      if (isSpace(unit)) continue;
      return false;
    }
    if (padding > 0) return false;
    count += 1;
    last = value;
  }
  if ((count + padding) % 4 !== 0 || padding > 2) return false;
  return padding === 0 || (last & (padding === 1 ? 0b11 : 0b1111)) === 0;
}

function base64Value(unit: number): number {
  if (unit >= 0x41 && unit <= 0x5a) return unit - 0x41;
  if (unit >= 0x61 && unit <= 0x7a) return unit - 0x61 + 26;
  if (isDigit(unit)) return unit - 0x30 + 52;
  return unit === 0x2b ? 62 : unit === 0x2f ? 63 : -1;
}
