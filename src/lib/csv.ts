/** Without a byte order mark, spreadsheets read the file in a legacy encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Cell prefixes that spreadsheets may treat as a formula, including full-width forms, also after white space and
 * invisible characters.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20|%]|^[\t\r\n]/u;

/** A plain number is not a formula, regardless of its sign and decimal separator. */
const NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/**
 * Bidirectional control characters, which would reverse the text of a cell. HTML pages make them visible in the same
 * way.
 */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Formats one CSV line including its line end (RFC 4180); null becomes an empty cell. Neutralizes spreadsheet
 * formulas.
 *
 * @param separator `;` for spreadsheets in locales with a decimal comma
 */
export function toCsvLine(cells: readonly (string | number | null)[], separator: ',' | ';' = ','): string {
  return `${cells.map((cell) => toCell(cell, separator)).join(separator)}\r\n`;
}

function toCell(value: string | number | null, separator: string): string {
  if (value === null) return '';
  const text = String(value);
  const seen = text.replaceAll(TURNING, '\uFFFD');
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${seen}` : seen;
  return safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
