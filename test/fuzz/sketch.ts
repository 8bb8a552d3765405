import { NodeKind, parseXml, type XmlElement } from '@e-invoice/schematron/xml';

/** Mutable element; names include their prefix. */
export type Sketch = { name: string; attributes: Map<string, string>; children: (Sketch | Raw)[] };

/** Text, or raw markup: comment, processing instruction, CDATA section. */
export type Raw = { raw: string };

export const isElement = (node: Sketch | Raw): node is Sketch => 'name' in node;

const escaped = (text: string): string => text.replace(/[&<>"\r]/g, (character) => `&#${character.codePointAt(0)};`);

export const textOf = (text: string): Raw => ({ raw: escaped(text) });

/** Parses a document into a sketch. @throws Error when it is not well-formed */
export function sketch(bytes: Uint8Array): Sketch {
  const parsed = parseXml(bytes);
  if (!parsed.ok) throw new Error('cannot sketch a document that is not well-formed');
  return sketchOf(parsed.document.root);
}

const qualified = (prefix: string, local: string): string => (prefix === '' ? local : `${prefix}:${local}`);

function sketchOf(element: XmlElement): Sketch {
  const attributes = new Map<string, string>();
  for (const [prefix, uri] of Object.entries(element.declared ?? {})) {
    attributes.set(prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri);
  }
  for (const { prefix, local, value } of element.attributes) attributes.set(qualified(prefix, local), value);
  const children = element.children.flatMap((child): (Sketch | Raw)[] => {
    if (child.kind === NodeKind.ELEMENT) return [sketchOf(child)];
    return child.kind === NodeKind.TEXT ? [textOf(child.value)] : [];
  });
  return { name: qualified(element.prefix, element.local), attributes, children };
}

export function write(element: Sketch): string {
  const { name, attributes, children } = element;
  const written = [...attributes].map(
    ([key, value]) => ` ${key}="${escaped(value).replace(/[\t\n]/g, (c) => `&#${c.codePointAt(0)};`)}"`,
  );
  const inner = children.map((child) => (isElement(child) ? write(child) : child.raw)).join('');
  return `<${name}${written.join('')}>${inner}</${name}>`;
}

export const copy = (element: Sketch): Sketch => ({
  name: element.name,
  attributes: new Map(element.attributes),
  children: element.children.map((child) => (isElement(child) ? copy(child) : { ...child })),
});

/** All elements with their parents in document order, starting with the document element, which is its own parent. */
export function walk(root: Sketch): { element: Sketch; parent: Sketch }[] {
  const found: { element: Sketch; parent: Sketch }[] = [{ element: root, parent: root }];
  const visit = (parent: Sketch): void => {
    for (const child of parent.children) {
      if (!isElement(child)) continue;
      found.push({ element: child, parent });
      visit(child);
    }
  };
  visit(root);
  return found;
}
