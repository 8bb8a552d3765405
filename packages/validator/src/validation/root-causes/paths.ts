/** A path without the positions among siblings: the same for every line. */
export const withoutPositions = (location: string): string => location.replace(/\[\d+\]/g, '');

/** A path from the document element, with `line` for a line: as the table of terms writes it. */
export const termPath = (location: string): string =>
  withoutPositions(location)
    .replace(/^.*?\/(Invoice|CreditNote)(\/|$)/, '')
    .replace(/cac:(Invoice|CreditNote)Line/, 'line');

/** The line that a path goes through; null when it goes through none. */
export const lineOf = (location: string): string | null =>
  /^.*?\/cac:(?:Invoice|CreditNote)Line(\[\d+\])?/.exec(location)?.[0] ?? null;
