import {
  attributesNamed,
  elementsNamed,
  locationOf,
  makeInnerDocument,
  NamePool,
  parseXml,
  positionOf,
  type XmlDocument,
  type XmlElement,
} from '@e-invoice/schematron/xml';
import { describe, expect, it } from 'vitest';

function parse(text: string, names = new NamePool()): XmlDocument {
  const parsed = parseXml(new TextEncoder().encode(text), { names });
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

  it('has the element as its document element, without siblings', () => {
    expect(inner.root).toBe(root);
    expect(inner.children).toEqual([root]);
    expect(root.parent).toBe(inner);
    expect(inner.parent).toBe(null);
    expect([inner.order, inner.lastOrder]).toEqual([0, root.lastOrder]);
    expect(inner.names).toBe(outer.names);
  });

  it('has paths through the envelope and positions in the file', () => {
    expect([inner, root, first!, second!].map(locationOf)).toEqual([
      '/e',
      '/e/doc[2]',
      '/e/doc[2]/v[1]',
      '/e/doc[2]/v[2]',
    ]);
    expect(positionOf(inner, inner.offset)).toEqual({ line: 2, column: 2 });
    expect(positionOf(inner, first!.offset)).toEqual({ line: 2, column: 23 });
  });

  it('inherits the namespaces declared around it', () => {
    expect({ ...root.declared }).toEqual({ '': 'urn:e', a: 'urn:a', b: 'urn:c' });
    expect(root.uri).toBe('urn:e');
  });

  it('is still in its envelope, and created once', () => {
    expect(outer.root.children[3]).toBe(root);
    expect(makeInnerDocument(outer, root)).toBe(inner);
    expect(makeInnerDocument(outer, outer.root)).toBe(outer);
  });
});

describe('the envelope of an inner document', () => {
  it('has the same children as before, whenever they are first read', () => {
    const text = '<e> <a/>\n <doc> <v>1</v></doc>\n <b/> </e>';
    const before = parse(text).root.children.map(({ order, offset }) => [order, offset]);
    const { root } = parse(text);
    const doc = root.first!.next!;
    const inner = makeInnerDocument(root.parent as XmlDocument, doc);
    expect(root.children.map(({ order, offset }) => [order, offset])).toEqual(before);
    expect(inner.root.children.map(({ order, offset }) => [order, offset])).toEqual([
      [6, 15],
      [7, 16],
    ]);
  });
});

describe('all nodes with a name', () => {
  const names = new NamePool();
  const [v, n] = [names.declare('urn:i', 'v'), names.declare('', 'n')];
  const text = '<e xmlns="urn:i"><v n="1"/><doc n="2"><v n="3"/><w><v/></w></doc><v n="4"/></e>';
  const values = (document: XmlDocument) => attributesNamed(document, n).map(({ value }) => value);

  it.each(['on the first query', 'after a query of the outer document'])('belong to the queried document, %s', () => {
    const outer = parse(text, names);
    expect(elementsNamed(outer, v).length).toBe(4);
    expect(values(outer)).toEqual(['1', '2', '3', '4']);
    const root = elementsNamed(outer, v)[1]!.parent as XmlElement;
    const inner = makeInnerDocument(outer, root);
    expect(elementsNamed(inner, v)).toEqual(
      root.children.flatMap((it) => [it, ...(it as XmlElement).children]).filter((it) => (it as XmlElement).name === v),
    );
    expect(values(inner)).toEqual(['2', '3']);
  });
});
