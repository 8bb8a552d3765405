import { stringValue, type XmlElement } from '@e-invoice/schematron/xml';
import { findAttribute, type PathContext } from './find-nodes.ts';
import type { ValueKind, Values } from './term.ts';

/** How each kind of value is read from an element; what was read counts as used. */
export type Codecs = { readonly [K in ValueKind]: (element: XmlElement, reading: PathContext) => Values[K] };

/** Text that is a value, not prose: white space around it means nothing. */
export const trimmed = (element: XmlElement): string => stringValue(element).trim();

/** An attribute's text, which then counts as read. */
export function useAttribute(element: XmlElement, name: string, { used }: PathContext): string | null {
  const attribute = findAttribute(element, name);
  if (attribute === undefined) return null;
  used.add(attribute);
  return attribute.value.trim();
}

/** The currency of the invoice repeats BT-5; any other one is left over (that of BT-111 is read by its path). */
export function readAmount(element: XmlElement, { variables, used }: PathContext): string {
  const currency = findAttribute(element, 'currencyID');
  if (currency?.value.trim() === variables.currency && currency !== undefined) used.add(currency);
  return trimmed(element);
}

/** A note in UBL carries its subject code in its text: `#AAI#Text` (EN 16931-3-2). */
function readNote(element: XmlElement): Values['note'] {
  const text = stringValue(element);
  const coded = /^\s*#([A-Z]{3})#/.exec(text);
  return coded === null ? { subject: null, text } : { subject: coded[1]!, text: text.slice(coded[0].length) };
}

/** Values as UBL 2.1 writes them. */
export const ublCodecs: Codecs = {
  text: stringValue,
  code: trimmed,
  date: trimmed,
  number: trimmed,
  amount: readAmount,
  identifier: (element, reading) => ({ value: trimmed(element), scheme: useAttribute(element, 'schemeID', reading) }),
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
