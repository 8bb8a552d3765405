import { NamePool, NodeKind, parseXml, type XmlNode, type XmlParent } from '@e-invoice/schematron/xml';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlain } from '../../packages/schematron/src/xml/fast-path-parser.ts';
import { DEFAULT_XML_LIMITS } from '../../packages/schematron/src/xml/limits.ts';
import { XmlDocument } from '../../packages/schematron/src/xml/tree.ts';
import { casesOf } from '../support/cases.ts';

/** All properties of a node, one line per node. */
function describeNode(node: XmlNode): string[] {
  const { kind, order, offset } = node;
  if (kind === NodeKind.ATTRIBUTE)
    return [`@${node.prefix}:${node.local}{${node.uri}} ${order} ${offset} ${node.value}`];
  if (kind === NodeKind.TEXT || kind === NodeKind.COMMENT) return [`${kind} ${order} ${offset} ${node.value}`];
  if (kind === NodeKind.INSTRUCTION) return [`?${node.target} ${order} ${offset} ${node.value}`];
  const below = node.children.flatMap(describeNode);
  if (kind === NodeKind.DOCUMENT) return [`document ${node.lastOrder} ${node.text}`, ...below];
  const { name, prefix, local, uri, lastOrder, declared } = node;
  const own = `${name} ${prefix}:${local}{${uri}} ${order} ${lastOrder} ${offset} ${JSON.stringify(declared)}`;
  return [own, ...node.attributes.flatMap(describeNode), ...below];
}

const read = (bytes: Uint8Array): unknown => {
  const parsed = parseXml(bytes);
  return parsed.ok ? describeNode(parsed.document) : parsed.faults;
};

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
/** The same text in UTF-16 is read by the full parser. */
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));

const name = fc.constantFrom('a', 'cbc:ID', 'cac:Party', 'Invoice', 'x_1.2-3', 'cbc:IssueDate');
const piece = fc.constantFrom(
  ...['text', ' ', '\n    ', '\r\n', '\r', '\t', 'č', 'Ľubovňa', '€', '\ud7ff', '\uffee', '𝛑'],
  ...['&amp;', '&lt;&gt;', '&quot;&apos;', '&#10;', ']', '>', '0123456789'.repeat(6), '\u0085'],
);
const words = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
const attribute = fc
  .tuple(
    fc.constantFrom('id', 'currencyID', 'xmlns', 'xmlns:cbc', 'xml:lang', 'cbc:x'),
    words,
    fc.constantFrom('"', "'"),
  )
  .map(([key, value, quote]) => ` ${key}=${quote}${value}${quote}`);
const attributes = fc.array(attribute, { maxLength: 2 }).map((all) => all.join(''));

const { element } = fc.letrec<{ element: string; node: string }>((tie) => ({
  element: fc
    .tuple(name, attributes, fc.array(tie('node'), { maxLength: 4, depthIdentifier: 'xml' }), fc.boolean())
    .map(([tag, own, nodes, isShort]) =>
      isShort && nodes.length === 0 ? `<${tag}${own}/>` : `<${tag}${own}>${nodes.join('')}</${tag}>`,
    ),
  node: fc.oneof(
    { depthSize: 'small', depthIdentifier: 'xml' },
    words,
    fc.constantFrom('<!--č\r\n-->', '<![CDATA[&]]>', '<?p i?>'),
    tie('element'),
  ),
}));

const source = fc
  .tuple(
    fc.constantFrom('', '<?xml version="1.0"?>', "<?xml version='1.0' standalone='yes' ?>\r\n", '<!-- č -->\n', ' '),
    element,
    fc.constantFrom('', '\n', '\r\n<!--end-->', '<b/>', 'x'),
  )
  .map(([before, root, after]) => {
    const names = ' xmlns="u:i" xmlns:cbc="u:b" xmlns:cac="u:a"';
    return before + root.replace(/^<([\w.:-]+)(?=[ />])/, `<$1${names}`) + after;
  });

describe('the fast-path parser', () => {
  it('returns the same tree or fault as the full parser', () => {
    fc.assert(
      fc.property(source, (text) => {
        expect(read(utf8(text))).toEqual(read(utf16(text)));
      }),
      { numRuns: casesOf(2000, 300) },
    );
  });

  it('creates each text lazily, once, at its offset and with its parent', () => {
    fc.assert(
      fc.property(source, (text) => {
        for (const bytes of [utf8(text), utf16(text)]) {
          const parsed = parseXml(bytes);
          if (!parsed.ok) continue;
          const { document } = parsed;
          const walk = (parent: XmlParent): void => {
            expect(parent.children).toBe(parent.children);
            for (const child of parent.children) {
              expect(child.parent).toBe(parent);
              // A text starts after the preceding tag, comment or instruction, whatever that contains.
              if (child.kind === NodeKind.TEXT) expect(document.text[child.offset - 1]).toBe('>');
              if (child.kind === NodeKind.ELEMENT) walk(child);
            }
          };
          walk(document);
        }
      }),
      { numRuns: casesOf(1000, 200) },
    );
  });

  it('finds the end of a start tag after values that contain `>`', () => {
    const parsed = parseXml(utf8(`<a b='>"' c=">'>"\n>x</a>`));
    if (!parsed.ok) throw new Error('not well-formed');
    const [text] = parsed.document.root.children;
    expect(text).toMatchObject({ kind: NodeKind.TEXT, value: 'x', order: 4, offset: 19 });
  });

  it('returns the same result when the text is corrupted at any position', () => {
    const broken = fc.tuple(
      source,
      fc.nat(),
      fc.constantFrom('<', '>', '&', '"', "'", ']]>', '<!--', '--', '<?', '<!', '</', '/', '\u0001', ':', ' ', '=', ''),
      fc.nat(3),
    );
    fc.assert(
      fc.property(broken, ([text, place, inserted, removed]) => {
        const at = place % text.length;
        const cut = (part: string): string => part.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
        const changed = cut(text.slice(0, at)) + inserted + cut(text.slice(at + removed));
        expect(read(utf8(changed))).toEqual(read(utf16(changed)));
      }),
      { numRuns: casesOf(3000, 300) },
    );
  });

  it('leaves unsupported constructs to the full parser', () => {
    const reads = (text: string): boolean =>
      readPlain(new XmlDocument(text.replace(/\r\n?/g, '\n'), new NamePool()), utf8(text), DEFAULT_XML_LIMITS);
    const plain = ['<a/>', '<a b="č">&amp;\r\n<b>Ľ</b></a>\n', '<?xml version="1.0" encoding="UTF-8"?><!--x--><a></a>'];
    const other = [
      '<a><![CDATA[x]]></a>',
      '<a>&#10;</a>',
      '<ä/>',
      '<a b="&amp;"/>',
      '<a><?p?></a>',
      '<!DOCTYPE a><a/>',
    ];
    const wrong = [
      '',
      '<a>',
      '<a></b>',
      '<a/><b/>',
      '<a b="1" b="2"/>',
      '<x:a/>',
      '<a>]]></a>',
      '<a>\u0001</a>',
      '<a>&x;</a>',
    ];
    expect(plain.map(reads)).toEqual(plain.map(() => true));
    expect([...other, ...wrong].map(reads)).toEqual([...other, ...wrong].map(() => false));
  });
});
