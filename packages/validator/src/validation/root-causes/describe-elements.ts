import type { Text } from '../../issues/index.ts';
import { termAt, terms, withoutMark } from '../terms/index.ts';
import { termPath, withoutPositions } from './paths.ts';

/** The location of a mistake and the business terms of its rules, the main one first. */
export type MistakePlace = {
  readonly location: string;
  /** The path of the location as in the table of terms; by default derived from the location. */
  readonly path?: string;
  readonly business_terms: readonly string[];
};

/** Matches sentences that already mention XML. */
const NAMES_XML = /\b(?:cbc|cac|ext|xmlns|urn):|@\w|<\S|&\w+;|\b(?:schemeID|currencyID|unitCode|listID|mimeCode)\b/;

/**
 * Completes a fix for developers: a text that names no element gets the element of its location and those of the
 * terms that it mentions. A text about the whole file stays unchanged.
 */
export function withElements(text: Text, place: MistakePlace): Text {
  if (NAMES_XML.test(text.sk) || NAMES_XML.test(text.en)) return text;
  const elements = elementsOf(text, place);
  const [one] = elements;
  if (one === undefined) return text;
  const names = elements.join(', ');
  return elements.length === 1
    ? { sk: `${text.sk} V XML je to ${one}.`, en: `${text.en} In the XML this is ${one}.` }
    : { sk: `${text.sk} V XML ide o prvky ${names}.`, en: `${text.en} In the XML these are the elements ${names}.` };
}

/** Paths from the document element, each with its business term, if any. */
function elementsOf({ en }: Text, { location, path: at, business_terms }: MistakePlace): string[] {
  const own = ownElement(location, at, business_terms[0]);
  const elements = new Map(own === null ? [] : [[withoutPositions(own.path), withTerm(own)]]);
  for (const id of namedTerms(en, business_terms)) {
    const path = pathOf(id, location);
    if (path !== '' && !elements.has(path)) elements.set(path, withTerm({ path, id }));
  }
  return [...elements.values()];
}

/** Terms that the English text mentions by number, and those of the rules that it mentions by name. */
function namedTerms(en: string, ofRules: readonly string[]): string[] {
  const advice = en.toLowerCase();
  const isNamed = (id: string): boolean => {
    const name = terms.find((term) => term.id === id)?.name.en.toLowerCase();
    return name !== undefined && advice.includes(name);
  };
  const numbers = [...en.matchAll(/\bB[TG]-\d+\b/g)].map(([id]) => id);
  return [...numbers, ...ofRules.filter(isNamed)];
}

/** The element of a location. When the location is a group that should contain the main term, that term's element. */
function ownElement(
  location: string,
  ofTerm: string | undefined,
  main: string | undefined,
): { path: string; id: string | undefined } | null {
  const at = location.replace(/^.*?\/(?:Invoice|CreditNote)(?:\/|$)/, '').replace(/^\//, '');
  const isElement = /^(?:cac|cbc|ext):/.test(at);
  const group = isElement ? withoutPositions(at) : '';
  const path = main === undefined ? '' : pathOf(main, location);
  if (isElement && path.startsWith(`${group}/`)) return { path: at + path.slice(group.length), id: main };
  if (isElement) return { path: at, id: termAt(ofTerm ?? termPath(location))?.id };
  return path === '' ? null : { path, id: main };
}

/** The path of a term in the kind of document that the location belongs to; empty for a term without a path. */
function pathOf(id: string, location: string): string {
  const path = withoutMark(terms.find((term) => term.id === id)?.path ?? '').replace(/^line\b/, 'cac:InvoiceLine');
  return location.includes('/CreditNote')
    ? path
        .replace('cac:InvoiceLine', 'cac:CreditNoteLine')
        .replace('cbc:InvoicedQuantity', 'cbc:CreditedQuantity')
        .replace('cbc:InvoiceTypeCode', 'cbc:CreditNoteTypeCode')
    : path;
}

const withTerm = ({ path, id }: { path: string; id: string | undefined }): string =>
  id === undefined ? path : `${path} (${id})`;
