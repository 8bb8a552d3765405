import type { Issue } from '@e-invoice/validator/issues';
import { findTerm } from '@e-invoice/validator/terms';
import { fill, type Language } from '../../lib/format.ts';
import { REPORT_WORDS } from './result-view-texts.data.ts';

/** Location in an invoice, in readable form. */
type Place = {
  /** Line item and business terms; empty when both are unknown. */
  readonly text: string;
  /** Line of the file, and the path. */
  readonly line: number | null;
  readonly column: number | null;
  readonly location: string;
};

const MAX_POSITIONS = 4;
const MAX_TERMS = 2;

/** Name of a business term with its id, by which it can be looked up. */
function nameOf(id: string, language: Language): string {
  const term = findTerm(id);
  return term === undefined ? id : `${term.name[language]} (${id})`;
}

/** The path of a line in UBL and CII. */
const LINE = /\/(?:cac:(?:Invoice|CreditNote)Line|ram:IncludedSupplyChainTradeLineItem)(?:\[(\d+)\])?(?:\/|$)/;

/** Readable locations of issues: line item, terms, line of the file; without duplicates, limited in number. */
export function placesOf(issues: readonly Issue[], language: Language): readonly Place[] {
  const words = REPORT_WORDS[language];
  const places = new Map<number | string, Place>();
  for (const { location, line, column, business_terms } of issues) {
    const item = LINE.exec(location);
    const parts = [
      item === null ? '' : fill(words.item, { n: item[1] ?? 1 }),
      ...business_terms.slice(0, MAX_TERMS).map((id) => nameOf(id, language)),
    ];
    const text = parts.filter((part) => part !== '').join(' · ');
    const key = line ?? text;
    if (key === '' || places.has(key)) continue;
    places.set(key, { text, line, column, location });
    if (places.size === MAX_POSITIONS) break;
  }
  return [...places.values()];
}
