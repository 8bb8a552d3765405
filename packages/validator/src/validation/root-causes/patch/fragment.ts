import { NodeKind, type XmlElement, type XmlParent } from '@e-invoice/schematron/xml';
import { escapeText, escapeValue } from './edit.ts';

/** XML to insert, with conventional names such as `cbc:ID`. */
export type Fragment = {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly content: string | readonly Fragment[];
};

/** The namespaces of the conventional prefixes. */
type Namespaces = ReadonlyMap<string, string>;

/** The name with the prefix that the document uses at this element; null when no prefix is bound to the namespace. */
export function writtenName(name: string, place: XmlElement, namespaces: Namespaces): string | null {
  const [usual = '', local = ''] = name.split(':');
  const uri = namespaces.get(usual);
  const hidden = new Set<string>();
  for (let at: XmlParent = place; at.kind === NodeKind.ELEMENT; at = at.parent) {
    for (const [prefix, declared] of Object.entries(at.declared ?? {})) {
      if (declared === uri && !hidden.has(prefix)) return prefix === '' ? local : `${prefix}:${local}`;
      hidden.add(prefix);
    }
  }
  return null;
}

/** The fragment as XML, each element on its own line; null when a prefix is missing. */
export function writeFragment(
  fragment: Fragment,
  place: XmlElement,
  indent: string,
  namespaces: Namespaces,
): string | null {
  const name = writtenName(fragment.name, place, namespaces);
  if (name === null) return null;
  const attributes = Object.entries(fragment.attributes ?? {}).map(([key, value]) => ` ${key}="${escapeValue(value)}"`);
  const start = `<${name}${attributes.join('')}>`;
  if (typeof fragment.content === 'string') return `${start}${escapeText(fragment.content)}</${name}>`;
  const inner = `${indent}  `;
  const children: string[] = [];
  for (const child of fragment.content) {
    const written = writeFragment(child, place, inner, namespaces);
    if (written === null) return null;
    children.push(`${inner}${written}`);
  }
  return `${start}${children.join('')}${indent}</${name}>`;
}
