import type { XmlElement } from '../xml/index.ts';
import type { Remarks } from './model.ts';
import { attribute, type ReadingContext } from './reading.ts';

const XML = 'http://www.w3.org/XML/1998/namespace';

/** The attributes with these names, and the `xml:lang` in scope, which may be inherited (XML 1.0, 2.12). */
export function readRemarks(reading: ReadingContext, element: XmlElement, names: readonly string[]): Remarks {
  const found = new Map<string, string>();
  for (const name of names) {
    const value = attribute(reading, element, name);
    if (value !== null) found.set(name, value);
  }
  const language = languageOf(element);
  if (language !== null) found.set('xml:lang', language);
  return Object.fromEntries(found);
}

function languageOf(element: XmlElement): string | null {
  for (let at: XmlElement | null = element; at !== null; at = at.parent.kind === 1 ? at.parent : null) {
    const own = at.attributes.find(({ local, uri }) => local === 'lang' && uri === XML);
    if (own !== undefined) return own.value;
  }
  return null;
}
