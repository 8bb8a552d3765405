import {
  locationOf,
  NodeKind,
  parseXml,
  positionOf,
  type XmlDocument,
  type XmlElement,
  type XmlNode,
} from '@e-invoice/schematron/xml';
import { describe, expect, it } from 'vitest';
import { growthOf, MAX_LINEAR_GROWTH } from '../support/growth.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

function parse(text: string): XmlDocument {
  const parsed = parseXml(new TextEncoder().encode(text));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.document;
}

const child = (node: XmlDocument | XmlElement, index: number): XmlNode => node.children[index]!;

describe('lines and columns', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('count %s as one line end', (_, end) => {
    const document = parse(['<x>', '  <y/>', '', '<z/></x>'].join(end));
    const [, y, , z] = document.root.children;
    expect(positionOf(document, y!.offset)).toEqual({ line: 2, column: 3 });
    expect(positionOf(document, z!.offset)).toEqual({ line: 4, column: 1 });
  });

  it('count characters, not UTF-16 units, and restart in each line', () => {
    const document = parse('<x>\u{1f600}\u{1f600}<y/>\n\u{1f600}\u010d<z/></x>');
    const [, y, , z] = document.root.children;
    expect(positionOf(document, y!.offset)).toEqual({ line: 1, column: 6 });
    expect(positionOf(document, z!.offset)).toEqual({ line: 2, column: 3 });
  });

  it('do not count a byte order mark', () => {
    const document = parse('\ufeff<x/>');
    expect(positionOf(document, document.root.offset)).toEqual({ line: 1, column: 1 });
  });

  it('are defined at the start and the end of a text', () => {
    const document = parse('<x/>\n');
    expect(positionOf(document, 0)).toEqual({ line: 1, column: 1 });
    expect(positionOf(document, document.text.length)).toEqual({ line: 2, column: 1 });
  });
});

describe('locations', () => {
  const document = parse(
    `<u:Invoice xmlns:u="${UBL}Invoice-2" xmlns:a="${UBL}CommonAggregateComponents-2" xmlns="${UBL}CommonBasicComponents-2" xmlns:d="urn:d"><ID schemeID="x" d:y="1">1</ID><!--a--><!--b--><a:InvoiceLine/><a:InvoiceLine><ID/></a:InvoiceLine><d:ID/><?p?></u:Invoice>`,
  );
  const { root } = document;

  it('use the usual prefixes, none for the document element, and a position only among several siblings', () => {
    const id = child(root, 0) as XmlElement;
    const line = child(root, 4) as XmlElement;
    expect(locationOf(document)).toBe('/');
    expect(locationOf(root)).toBe('/Invoice');
    expect(locationOf(id)).toBe('/Invoice/cbc:ID');
    expect(id.attributes.map(locationOf)).toEqual(['/Invoice/cbc:ID/@schemeID', '/Invoice/cbc:ID/@d:y']);
    expect(locationOf(child(id, 0))).toBe('/Invoice/cbc:ID/text()');
    expect(locationOf(child(root, 2))).toBe('/Invoice/comment()[2]');
    expect(locationOf(child(root, 3))).toBe('/Invoice/cac:InvoiceLine[1]');
    expect(locationOf(child(line, 0))).toBe('/Invoice/cac:InvoiceLine[2]/cbc:ID');
    expect(locationOf(child(root, 5))).toBe('/Invoice/d:ID');
    expect(locationOf(child(root, 6))).toBe('/Invoice/processing-instruction()');
  });

  it('are equal for few and for many siblings, in linear time', () => {
    const siblings = (count: number) => parse(`<x>${'<y/>t<z/>'.repeat(count)}</x>`);
    const locationsIn = ({ root }: ReturnType<typeof parse>): string[] => root.children.map(locationOf);
    // Counting all earlier siblings for each of them would be quadratic.
    expect(growthOf(siblings, locationsIn, 60_000)).toBeLessThan(MAX_LINEAR_GROWTH);
    const many = siblings(60_000);
    const locations = locationsIn(many);
    expect(locations.slice(0, 3)).toEqual(['/x/y[1]', '/x/text()[1]', '/x/z[1]']);
    expect(locations.at(-1)).toBe('/x/z[60000]');
    expect(many.root.children.filter(({ kind }) => kind === NodeKind.TEXT)).toHaveLength(60_000);
  });
});
