import {
  NodeKind,
  parseXml,
  positionOf,
  type XmlChild,
  type XmlDocument,
  type XmlElement,
} from '@e-invoice/schematron/xml';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../support/cases.ts';

type Plain =
  | { readonly tag: string; readonly attributes: Readonly<Record<string, string>>; readonly children: readonly Plain[] }
  | { readonly text: string }
  | { readonly comment: string };

const name = fc
  .stringMatching(/^[a-zA-Z_\u00c0-\u00d6\u010c-\u017e][a-zA-Z0-9._\u010c-\u017e-]{0,8}$/)
  .filter((it) => !/^xml/i.test(it));
/** Every character that XML 1.0 allows, including line ends and astral planes. */
const text = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 12 })
  .filter((it) => /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]+$/u.test(it));

const tree = fc.letrec<{ element: Plain; node: Plain }>((tie) => ({
  element: fc.record({
    tag: name,
    attributes: fc.dictionary(name, text, { maxKeys: 3 }),
    children: fc.array(tie('node'), { maxLength: 4, depthIdentifier: 'tree' }).map(withoutAdjacentTexts),
  }),
  node: fc.oneof(
    { depthSize: 'small', depthIdentifier: 'tree' },
    fc.record({ text }),
    fc.record({ comment: text.filter((it) => !it.includes('-') && !it.includes('\r')) }),
    tie('element'),
  ),
})).element;

function withoutAdjacentTexts(nodes: readonly Plain[]): readonly Plain[] {
  return nodes.filter((node, index) => !('text' in node) || !('text' in (nodes[index - 1] ?? {})));
}

const escapeText = (value: string): string =>
  value.replace(/[&<>"\r\n\t]/g, (character) => `&#${character.charCodeAt(0)};`);

function write(node: Plain): string {
  if ('text' in node) return escapeText(node.text);
  if ('comment' in node) return `<!--${node.comment}-->`;
  const attributes = Object.entries(node.attributes).map(([key, value]) => `\n ${key}="${escapeText(value)}"`);
  return `<${node.tag}${attributes.join('')}>${node.children.map(write).join('')}</${node.tag}>`;
}

function toPlain(node: XmlChild): Plain {
  switch (node.kind) {
    case NodeKind.TEXT:
      return { text: node.value };
    case NodeKind.COMMENT:
      return { comment: node.value };
    case NodeKind.ELEMENT:
      return {
        tag: node.local,
        attributes: Object.fromEntries(node.attributes.map(({ local, value }) => [local, value])),
        children: node.children.map(toPlain),
      };
    default:
      throw new Error('No instruction was written');
  }
}

function* elementsOf(node: XmlDocument | XmlElement): Generator<XmlElement> {
  for (const child of node.children) {
    if (child.kind !== NodeKind.ELEMENT) continue;
    yield child;
    yield* elementsOf(child);
  }
}

describe('any input', () => {
  it('arbitrary bytes become a tree or faults with a position, never an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const parsed = parseXml(bytes);
        return parsed.ok || (parsed.faults[0]!.line >= 1 && parsed.faults[0]!.column >= 1);
      }),
      { numRuns: casesOf(2000, 300) },
    );
  });

  it('corrupted documents become faults inside the text', () => {
    const broken = fc.tuple(
      tree,
      fc.nat(),
      fc.constantFrom('<', '>', '&', '"', ']]>', '<!--', '<?', '<!DOCTYPE', '</', '/', '\u0000', ':', ' ', ''),
      fc.nat(3),
    );
    fc.assert(
      fc.property(broken, ([plain, place, inserted, removed]) => {
        const source = write(plain);
        const at = place % source.length;
        const text = source.slice(0, at) + inserted + source.slice(at + removed);
        const parsed = parseXml(new TextEncoder().encode(text));
        if (parsed.ok) return;
        const { offset, line, column } = parsed.faults[0]!;
        expect(offset).toBeLessThanOrEqual(text.length);
        expect(line).toBe(text.slice(0, offset).split('\n').length);
        expect(column).toBe([...text.slice(0, offset).split('\n').at(-1)!].length + 1);
      }),
      { numRuns: casesOf(2000, 300) },
    );
  });

  it('a written tree parses to the same tree', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom('utf-8', 'utf-16le'), (plain, encoding) => {
        const source = write(plain);
        const bytes =
          encoding === 'utf-8'
            ? new TextEncoder().encode(source)
            : new Uint8Array(Buffer.from(`\ufeff${source}`, 'utf16le'));
        const parsed = parseXml(bytes);
        expect(parsed.ok && toPlain(parsed.document.root)).toEqual(plain);
      }),
      { numRuns: casesOf(500) },
    );
  });

  it('every element has the offset of its `<`, and numbers that define containment', () => {
    fc.assert(
      fc.property(tree, (plain) => {
        const parsed = parseXml(new TextEncoder().encode(write(plain)));
        if (!parsed.ok) throw new Error('not read');
        const { document } = parsed;
        let last = -1;
        for (const element of elementsOf(document)) {
          expect(document.text.startsWith(`<${element.local}`, element.offset)).toBe(true);
          for (const { offset, local } of element.attributes)
            expect(document.text.startsWith(`${local}=`, offset)).toBe(true);
          expect(element.order).toBeGreaterThan(last);
          last = element.order;
          const inside = [...elementsOf(element)];
          expect(inside.every(({ order }) => order > element.order && order <= element.lastOrder)).toBe(true);
          expect(positionOf(document, element.offset).line).toBe(
            document.text.slice(0, element.offset).split('\n').length,
          );
        }
      }),
      { numRuns: casesOf(300) },
    );
  });
});
