import { shownName } from './formats/write-report.ts';

const LIMIT = 200;

/** A value of a document on one line of a terminal; a longer value is cut. */
export function oneLine(value: string): string {
  const text = shownName(value.replaceAll(/\s+/g, ' ').trim());
  return text.length > LIMIT ? `${text.slice(0, LIMIT - 1)}…` : text;
}
