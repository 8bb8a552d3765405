/** Spreadsheets take a file without it for one in an old encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What spreadsheets may take for the beginning of a formula, the wide forms included; blanks before it do not help. */
const FORMULA = /^\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20|%]|^[\t\r\n]/;

/** A plain number is no formula, whatever its sign. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** One line of a table (RFC 4180), its end included; null is an empty cell. No text becomes a formula of a spreadsheet. */
export function toCsvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
