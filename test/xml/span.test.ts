import {
  locationOf,
  makeNodeFinder,
  NodeKind,
  parseXml,
  spanOf,
  valueSpanOf,
  type XmlDocument,
  type XmlElement,
} from '@e-invoice/schematron/xml';
import { describe, expect, it } from 'vitest';

function parse(xml: string): XmlDocument {
  const parsed = parseXml(new TextEncoder().encode(xml));
  if (!parsed.ok) throw new Error(parsed.faults[0]?.reason);
  return parsed.document;
}

const HARD = `<a x="1>" y='/>'><b/><b z="'/>'"/><c>t<!-- </c> --><![CDATA[</c>]]><?p </c>?></c ><d><e>1</e> t </d
></a>`;

function* elementsOf(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) if (child.kind === NodeKind.ELEMENT) yield* elementsOf(child);
}

describe('the source range of an element', () => {
  it('starts with its start tag and ends with its end tag, whatever is between them', () => {
    const { text, root } = parse(HARD);
    const written = [...elementsOf(root)].map((element) => {
      const { start, end } = spanOf(text, element);
      return text.slice(start, end);
    });
    expect(written).toEqual([
      HARD,
      '<b/>',
      `<b z="'/>'"/>`,
      '<c>t<!-- </c> --><![CDATA[</c>]]><?p </c>?></c >',
      '<d><e>1</e> t </d\n>',
      '<e>1</e>',
    ]);
  });

  it('contains its name and its content', () => {
    const { text, root } = parse('<a><b k="1">x</b><c /></a>');
    const [b, c] = root.children as XmlElement[];
    const span = spanOf(text, b!);
    expect(text.slice(span.start + 1, span.nameEnd)).toBe('b');
    expect(text.slice(span.contentStart, span.contentEnd)).toBe('x');
    expect(spanOf(text, c!)).toMatchObject({ isSelfClosing: true });
    const value = valueSpanOf(text, b!.attributes[0]!);
    expect(text.slice(value.start, value.end)).toBe('1');
  });
});

describe('a node finder', () => {
  it('finds every element and attribute by its path', () => {
    const document = parse(HARD);
    const find = makeNodeFinder(document);
    for (const element of elementsOf(document.root)) {
      expect(find(locationOf(element))).toBe(element);
      for (const attribute of element.attributes) expect(find(locationOf(attribute))).toBe(attribute);
    }
  });

  it('returns null for a path without a node', () => {
    const find = makeNodeFinder(parse('<a><b/></a>'));
    for (const path of ['/', '/x', '/a/c', '/a/b[2]', '/a/b/@k', '/a/b/c/d', '']) expect(find(path)).toBeNull();
  });
});
