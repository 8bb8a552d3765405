import {
  NamePool,
  NodeKind,
  parseXml,
  stringValue,
  UNKNOWN_NAME,
  type XmlDocument,
  type XmlElement,
  type XmlNode,
} from '@e-invoice/schematron/xml';
import { describe, expect, it } from 'vitest';

function parse(text: string, names = new NamePool()): XmlDocument {
  const parsed = parseXml(new TextEncoder().encode(text), { names });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.document;
}

const elements = (node: XmlDocument | XmlElement): XmlElement[] =>
  node.children.filter((child): child is XmlElement => child.kind === NodeKind.ELEMENT);

/** Every node in document order: an element, its attributes, its content. */
function* walk(node: XmlNode): Generator<XmlNode> {
  yield node;
  if (node.kind === NodeKind.ELEMENT) yield* node.attributes;
  if (node.kind === NodeKind.ELEMENT || node.kind === NodeKind.DOCUMENT)
    for (const child of node.children) yield* walk(child);
}

describe('the tree', () => {
  it('contains elements, attributes, texts, comments and instructions in order', () => {
    const document = parse('<?xml version="1.0"?><!--a--><x b="1" c="2">t<y/><!--c--><?p d ?></x><?q?>');
    const kinds = [...walk(document)].map(({ kind }) => kind);
    expect(kinds).toEqual([9, 8, 1, 2, 2, 3, 1, 8, 7, 7]);
    expect([...walk(document)].map(({ order }) => order)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(document.lastOrder).toBe(9);
    expect(document.root.lastOrder).toBe(8);
    expect(elements(document.root)[0]!.lastOrder).toBe(6);
    expect(document.root.parent).toBe(document);
  });

  it('has the start offset of each node', () => {
    const text = ' \n<?xml-m a?><x\n  b = "1"\tc=\'&lt;\' > t<![CDATA[u]]><y  /><!--c--><?p d ?>\n</x >';
    const starts = [...walk(parse(text))].slice(1).map(({ offset }) => text.slice(offset, offset + 3));
    expect(starts).toEqual(['<?x', '<x\n', 'b =', "c='", ' t<', '<y ', '<!-', '<?p', '\n</']);
  });

  it('merges text, references and CDATA, and preserves white space (XPath data model 6.7)', () => {
    const document = parse('<x> a&amp;<![CDATA[<b>]]>&#x10D;<![CDATA[]]>\n<y/>\t<z><![CDATA[]]></z></x>');
    expect(document.root.children.map((child) => (child.kind === NodeKind.TEXT ? child.value : child.kind))).toEqual([
      ' a&<b>\u010d\n',
      1,
      '\t',
      1,
    ]);
    expect(elements(document.root)[1]!.children).toEqual([]);
    expect(stringValue(document)).toBe(' a&<b>\u010d\n\t');
  });

  it('has no node for white space around the document element', () => {
    expect(parse('\n<x/>\n\n').children.map(({ kind }) => kind)).toEqual([1]);
  });

  it('normalises CRLF and CR to LF, but not character references to them (XML 1.0, 2.11)', () => {
    const { root } = parse('<x a="1\r\n2\r3&#13;">\r\na\rb&#13;\n</x>');
    expect(root.attributes[0]!.value).toBe('1 2 3\r');
    expect(stringValue(root)).toBe('\na\nb\r\n');
  });

  it('normalises attribute values (XML 1.0, 3.3.3)', () => {
    const { root } = parse('<x a=" \t1\n2&#9;&#10;&quot;&apos; "/>');
    expect(root.attributes[0]!.value).toBe('  1 2\t\n"\' ');
  });

  it('expands the five predefined entities and character references above the first plane', () => {
    expect(stringValue(parse('<x>&lt;&gt;&amp;&quot;&apos;&#128512;&#x1F600;</x>'))).toBe('<>&"\'\u{1f600}\u{1f600}');
  });

  it('handles names that JavaScript objects inherit', () => {
    const { root } = parse(
      '<constructor __proto__="1" xmlns:constructor="u"><constructor:toString hasOwnProperty="2"/></constructor>',
    );
    expect(root.attributes.map(({ local, value }) => [local, value])).toEqual([['__proto__', '1']]);
    expect(elements(root)[0]).toMatchObject({ uri: 'u', prefix: 'constructor', local: 'toString' });
  });

  it('removes the leading white space of processing instructions', () => {
    const [instruction] = parse('<?p  a ?b?><x/>').children;
    expect(instruction).toMatchObject({ target: 'p', value: 'a ?b' });
  });
});

describe('namespaces', () => {
  it('are in scope inside their element and can be overridden and undeclared', () => {
    const { root } = parse(
      '<x xmlns="u" xmlns:p="v"><y xmlns="w" p:a="1"><z xmlns=""/></y><p:y xmlns:p="t"/><p:y/></x>',
    );
    const [first, second, third] = elements(root);
    expect([root.uri, first!.uri, elements(first!)[0]!.uri]).toEqual(['u', 'w', '']);
    expect(first!.attributes[0]).toMatchObject({ uri: 'v', prefix: 'p', local: 'a' });
    expect([second!.uri, third!.uri]).toEqual(['t', 'v']);
  });

  it('are not attributes but in `declared`', () => {
    const { root } = parse('<x a="1" xmlns="u" b="2" xmlns:p="v"><y/></x>');
    expect(root.attributes.map(({ local }) => local)).toEqual(['a', 'b']);
    expect({ ...root.declared }).toEqual({ '': 'u', p: 'v' });
    expect(elements(root)[0]!.declared).toBeNull();
  });

  it('do not apply to attributes without a prefix', () => {
    expect(parse('<x xmlns="u" a="1"/>').root.attributes[0]!.uri).toBe('');
  });

  it('predeclare `xml`, which may also be declared', () => {
    const xml = 'http://www.w3.org/XML/1998/namespace';
    expect(parse(`<x xmlns:xml="${xml}" xml:lang="sk"/>`).root.attributes[0]).toMatchObject({
      uri: xml,
      local: 'lang',
    });
  });

  it('are compared literally (Namespaces in XML, 2.3)', () => {
    expect(parse('<x xmlns=" u "/>').root.uri).toBe(' u ');
  });
});

describe('names', () => {
  it('have the pool id of declared names, otherwise 0', () => {
    const names = new NamePool();
    const id = names.declare('urn:test:names', 'known');
    expect(names.declare('urn:test:names', 'known')).toBe(id);
    const { root } = parse('<known xmlns="urn:test:names" known=""><unknown/></known>', names);
    expect(root.name).toBe(id);
    expect(root.attributes[0]!.name).toBe(UNKNOWN_NAME);
    expect(elements(root)[0]!.name).toBe(UNKNOWN_NAME);
    expect(names.find('urn:test:names', 'unknown')).toBe(UNKNOWN_NAME);
  });
});

describe('limits', () => {
  const bytes = new TextEncoder().encode('<x a="" b=""><y><z/></y></x>');
  it.each([
    [{ bytes: bytes.length - 1 }, 'too-many-bytes'],
    [{ depth: 2 }, 'too-deep'],
    [{ attributes: 1 }, 'too-many-attributes'],
    [{ nodes: 4 }, 'too-many-nodes'],
  ])('%j reject the file', (limits, reason) => {
    const parsed = parseXml(bytes, { limits });
    expect(parsed.ok ? null : parsed.faults[0]!.reason).toBe(reason);
  });

  it('accept a file that reaches them exactly', () => {
    expect(parseXml(bytes, { limits: { bytes: bytes.length, depth: 3, attributes: 2, nodes: 5 } }).ok).toBe(true);
  });
});

it.each([
  ['<a/>', 'not from String: new TextEncoder().encode(text)'],
  [new ArrayBuffer(4), 'not from ArrayBuffer'],
  [Promise.resolve(new Uint8Array(4)), 'not from Promise'],
  [null, 'not from Null'],
])('anything but a Uint8Array is rejected with an explanation: %j', (value: unknown, message) => {
  expect(() => parseXml(value as Uint8Array)).toThrow(TypeError);
  expect(() => parseXml(value as Uint8Array)).toThrow(message);
});
