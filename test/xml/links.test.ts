import {
  childNamed,
  makeInnerDocument,
  NamePool,
  NodeKind,
  parseXml,
  type XmlDocument,
  type XmlElement,
} from '@e-invoice/schematron/xml';
import { describe, expect, it } from 'vitest';

const names = new NamePool();
const NAMES = ['a', 'b', 'c', 'd'].map((local) => names.declare('urn:links', local));

function parse(content: string): XmlDocument {
  const parsed = parseXml(new TextEncoder().encode(`<r xmlns="urn:links">${content}</r>`), { names });
  if (!parsed.ok) throw new Error('not well-formed');
  return parsed.document;
}

const childrenOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => child.kind === NodeKind.ELEMENT);

function linked(first: XmlElement | null, link: 'next' | 'same'): XmlElement[] {
  const found: XmlElement[] = [];
  for (let at = first; at !== null; at = at[link]) found.push(at);
  return found;
}

describe('the links between child elements', () => {
  it.each([
    ['no child', ''],
    ['only text', 'x'],
    ['one child', '<a/>'],
    ['few children', '<a/>x<b/> <a/><!--c--><unknown-link/><c/><a/><unknown-link/><b/>'],
    ['many children', '<a/><unknown-link/><b/>'.repeat(40)],
    ['many with the same name', `<b/>${'<a/>'.repeat(100)}<b/>`],
  ])('match the list of children: %s', (_, content) => {
    const { root } = parse(content);
    const children = childrenOf(root);
    expect(linked(root.first, 'next')).toEqual(children);
    for (const name of NAMES) {
      const found = linked(childNamed(root, name), 'same');
      expect(found).toEqual(children.filter((child) => child.name === name));
    }
  });

  it('end at an element that became its own document', () => {
    const outer = parse('<a><b/></a><a/><b/>');
    const [a, b] = NAMES as [number, number];
    const inner = makeInnerDocument(outer, childNamed(outer.root, a)!);
    expect(linked(childNamed(inner, a), 'same')).toEqual([inner.root]);
    expect(linked(inner.first, 'next')).toEqual([inner.root]);
    expect(childNamed(inner.root, b)).toBe(inner.root.first);
  });
});
