/** Spreadsheets take a file without it for one in an old encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What spreadsheets may take for the beginning of a formula, the wide forms included; blanks, and signs that are not shown, before it do not help. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20|%]|^[\t\r\n]/u;

/** A plain number is no formula, whatever its sign and its decimal separator. */
const NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/** Signs that turn the direction of writing: a cell in which one stands would read backwards. Pages show them in the same way. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * One line of a table (RFC 4180), its end included; null is an empty cell. No text becomes a formula of a spreadsheet.
 *
 * @param separator `;` for spreadsheets of people whose decimal mark is a comma
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
