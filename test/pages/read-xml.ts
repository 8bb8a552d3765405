import { parseXml, stringValue, XmlElement } from '@e-invoice/schematron/xml';

/** Texts of the elements with that local name, in document order. @throws Error if the XML is not well-formed */
export function readTexts(xml: string, name: string): string[] {
  const parsed = parseXml(Buffer.from(xml));
  if (!parsed.ok) throw new Error('no well-formed XML');
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (!(node instanceof XmlElement)) return;
    if (node.local === name) found.push(stringValue(node));
    for (const child of node.children) visit(child);
  };
  for (const child of parsed.document.children) visit(child);
  return found;
}
