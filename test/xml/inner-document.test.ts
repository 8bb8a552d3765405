import { describe, expect, it } from 'vitest';
import {
  locationOf,
  makeInnerDocument,
  parseXml,
  positionOf,
  type XmlDocument,
  type XmlElement,
} from '../../src/xml/index.ts';

function parse(text: string): XmlDocument {
  const parsed = parseXml(new TextEncoder().encode(text));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.document;
}

describe('a document inside another', () => {
  const outer = parse(
    '<e xmlns="urn:e" xmlns:a="urn:a" xmlns:b="urn:b"><!--c--><doc/>\n <doc xmlns:b="urn:c"><v>a:x</v><v/></doc>\n</e>',
  );
  const root = outer.root.children[3] as XmlElement;
  const inner = makeInnerDocument(outer, root);
  const [first, second] = root.children as XmlElement[];

  it('has the element as its document element, alone', () => {
    expect(inner.root).toBe(root);
    expect(inner.children).toEqual([root]);
    expect(root.parent).toBe(inner);
    expect(inner.parent).toBe(null);
    expect([inner.order, inner.lastOrder]).toEqual([0, root.lastOrder]);
    expect(inner.names).toBe(outer.names);
  });

  it('has paths through the envelope and places in the file', () => {
    expect([inner, root, first!, second!].map(locationOf)).toEqual([
      '/e',
      '/e/doc[2]',
      '/e/doc[2]/v[1]',
      '/e/doc[2]/v[2]',
    ]);
    expect(positionOf(inner, inner.offset)).toEqual({ line: 2, column: 2 });
    expect(positionOf(inner, first!.offset)).toEqual({ line: 2, column: 23 });
  });

  it('keeps the namespaces that were declared around it', () => {
    expect({ ...root.declared }).toEqual({ '': 'urn:e', a: 'urn:a', b: 'urn:c' });
    expect(root.uri).toBe('urn:e');
  });

  it('is still in its envelope, and made once', () => {
    expect(outer.root.children[3]).toBe(root);
    expect(makeInnerDocument(outer, root)).toBe(inner);
    expect(makeInnerDocument(outer, outer.root)).toBe(outer);
  });
});
