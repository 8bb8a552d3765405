import type { Issue } from '@e-invoice/validator/issues';
import { findTerm } from '@e-invoice/validator/terms';
import { fill, type Language } from '../../lib/format.ts';
import { REPORT_WORDS } from './result-view-texts.data.ts';

/** A place of an invoice as people find it. */
type Place = {
  /** The item and the business terms; empty where neither is known. */
  readonly says: string;
  /** The line of the file, and the path there. */
  readonly line: number | null;
  readonly column: number | null;
  readonly location: string;
};

const MAX_POSITIONS = 4;
const MAX_TERMS = 2;

/** A term as the invoice calls it, with its number, by which others find it. */
function nameOf(id: string, language: Language): string {
  const term = findTerm(id);
  return term === undefined ? id : `${term.name[language]} (${id})`;
}

/** The places of issues as people find them: the item, the terms, the line of the file; each once, a few at most. */
export function placesOf(issues: readonly Issue[], language: Language): readonly Place[] {
  const words = REPORT_WORDS[language];
  const places = new Map<number | string, Place>();
  for (const { location, line, column, business_terms } of issues) {
    const item = /\/cac:(?:Invoice|CreditNote)Line(?:\[(\d+)\])?/.exec(location);
    const said = [
      item === null ? '' : fill(words.item, { n: item[1] ?? 1 }),
      ...business_terms.slice(0, MAX_TERMS).map((id) => nameOf(id, language)),
    ];
    const says = said.filter((part) => part !== '').join(' · ');
    const key = line ?? says;
    if (key === '' || places.has(key)) continue;
    places.set(key, { says, line, column, location });
    if (places.size === MAX_POSITIONS) break;
  }
  return [...places.values()];
}
