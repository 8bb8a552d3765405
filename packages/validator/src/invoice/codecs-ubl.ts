import { stringValue, type XmlElement } from '@e-invoice/schematron/xml';
import { findAttribute, type PathContext } from './find-nodes.ts';
import type { ValueKind, Values } from './term.ts';

/** Reads each kind of value from an element and marks the content as used. */
export type Codecs = { readonly [K in ValueKind]: (element: XmlElement, reading: PathContext) => Values[K] };

/** Text of a value (not prose), without surrounding white space. */
export const trimmed = (element: XmlElement): string => stringValue(element).trim();

/** Reads an attribute and marks it as used. */
export function useAttribute(element: XmlElement, name: string, { used }: PathContext): string | null {
  const attribute = findAttribute(element, name);
  if (attribute === undefined) return null;
  used.add(attribute);
  return attribute.value.trim();
}

/**
 * A currency equal to BT-5 is redundant and counts as used; any other currency is a leftover. (BT-111 is read by its
 * path.)
 */
function readAmount(element: XmlElement, { variables, used }: PathContext): string {
  const currency = findAttribute(element, 'currencyID');
  if (currency?.value.trim() === variables.currency && currency !== undefined) used.add(currency);
  return trimmed(element);
}

/** In UBL the text of a note contains its subject code: `#AAI#Text` (EN 16931-3-2). */
function readNote(element: XmlElement): Values['note'] {
  const text = stringValue(element);
  const coded = /^\s*#([A-Z]{3})#/.exec(text);
  return coded === null ? { subject: null, text } : { subject: coded[1]!, text: text.slice(coded[0].length) };
}

const readIdentifier = (element: XmlElement, reading: PathContext): Values['identifier'] => ({
  value: trimmed(element),
  scheme: useAttribute(element, 'schemeID', reading),
});

/** Codecs for UBL 2.1. */
export const ublCodecs: Codecs = {
  text: stringValue,
  code: trimmed,
  date: trimmed,
  number: trimmed,
  amount: readAmount,
  identifier: readIdentifier,
  object: readIdentifier,
  taxPoint: trimmed,
  quantity: (element, reading) => ({ value: trimmed(element), unit: useAttribute(element, 'unitCode', reading) }),
  classification: (element, reading) => ({
    value: trimmed(element),
    list: useAttribute(element, 'listID', reading),
    version: useAttribute(element, 'listVersionID', reading),
  }),
  attachment: (element, reading) => ({
    content: trimmed(element),
    mimeCode: useAttribute(element, 'mimeCode', reading),
    filename: useAttribute(element, 'filename', reading),
  }),
  note: readNote,
};
