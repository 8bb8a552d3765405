/** A path without positions among siblings: equal for all lines. */
export const withoutPositions = (location: string): string => location.replace(/\[\d+\]/g, '');

/** A path from the document element with `line` for a line, as in the table of terms. */
export const termPath = (location: string): string =>
  withoutPositions(location)
    .replace(/^.*?\/(Invoice|CreditNote)(\/|$)/, '')
    .replace(/cac:(Invoice|CreditNote)Line/, 'line');

/** The path of the line that a path goes through; null when it is outside the lines. */
export const lineOf = (location: string): string | null =>
  /^.*?\/cac:(?:Invoice|CreditNote)Line(\[\d+\])?/.exec(location)?.[0] ?? null;
