import type { XmlElement } from '@e-invoice/schematron/xml';
import { elementsIn, textOf } from '../../ubl-elements.ts';

/**
 * The names, attributes and texts of an element, without white space between elements. Equal content gives equal
 * text.
 */
export function textContentOf(element: XmlElement): string {
  const attributes = element.attributes.map(({ local, value }) => `@${local}=${value}`).join(' ');
  const children = elementsIn(element);
  const content = children.length === 0 ? textOf(element) : children.map(textContentOf).join(' ');
  return `${element.local}${attributes}(${content})`;
}
