import { NodeKind, type XmlDocument, type XmlNode } from '@e-invoice/schematron/xml';
import { describe, expect, test } from 'vitest';
import { compilePattern, Refusal } from '../../../packages/schematron/src/xpath/compile/index.ts';
import { makeRunState, runtime } from '../../../packages/schematron/src/xpath/runtime/index.ts';
import { assemble, makeScope, NOW, parseDocument } from '../support/evaluate.ts';
import { makeSaxon } from '../support/saxon.ts';

const XML =
  '<r xmlns:p="urn:p"><a k="1"><b>x</b><b>y</b></a><a k="2"><b>z</b><p:b k="3"/></a><c><a><b>x</b></a><!--n--></c><b/></r>';

function allNodes(document: XmlDocument): XmlNode[] {
  return runtime
    .descendantsOrSelf(document)
    .flatMap((node): XmlNode[] => (node.kind === NodeKind.ELEMENT ? [node, ...node.attributes] : [node]));
}

const saxon = await makeSaxon(XML);

/** Identifies a node by its name, the number of ancestors and the number of preceding nodes. */
const PLACE = "concat(name(.), count(ancestor::node()), '.', count(preceding::node()), '=', .)";

/** The nodes that the pattern matches according to the compiled branches. */
function matched(pattern: string): string {
  const scope = makeScope({ context: 'node' });
  const branches = compilePattern(pattern, scope);
  const conditions = branches.map(({ kind, name, test: condition }) =>
    [
      kind === null ? 'true' : `n.kind === ${kind}`,
      name === null ? 'true' : `n.name === ${name}`,
      condition ?? 'true',
    ].join(' && '),
  );
  const matches = assemble(scope, `(${conditions.join(') || (')})`);
  const { evaluate } = matches;
  // The names of the pattern are now declared, so the tree has their ids.
  const document = parseDocument(XML);
  const state = makeRunState(document, NOW, scope.module.cells());
  return allNodes(document)
    .filter((node) => evaluate(node, state) === true)
    .map(place)
    .join(' ');
}

function place(node: XmlNode): string {
  const owner = node.kind === NodeKind.ATTRIBUTE ? node.parent : node;
  let depth = 0;
  for (let at = node.parent; at !== null; at = at.parent) depth++;
  const name =
    'prefix' in node && node.prefix !== '' ? `${node.prefix}:${node.local}` : 'local' in node ? node.local : '';
  return `${name}${depth}.${runtime.preceding(owner).length}=${runtime.text(node)}`;
}

describe('XSLT 2.0 5.5.3 The meaning of a pattern: a node matches when it is among root()//(pattern)', () => {
  test.each([
    'a',
    'b',
    'a/b',
    'a//b',
    'r/a/b',
    'r//b',
    '//b',
    '/r/a',
    '/r/b',
    '/r//b',
    '/b',
    '*',
    '/*',
    '*/b',
    'p:b',
    'p:*',
    '*:b',
    '@k',
    '@*',
    'a/@k',
    '//@k',
    'r//@k',
    'p:b/@k',
    'text()',
    'b/text()',
    'comment()',
    'node()',
    'a | b',
    'a/b | c/a | //@k',
    '(a | c)/b',
    '(a | c)//b',
    "a[@k = '1']/b",
    "a[b = 'x']",
    "a[b = 'x'][@k]",
    'b[1]',
    'a/b[2]',
    'a[1]/b',
    'a[2]/b[1]',
    'b[last()]',
    'a/b[position() > 1]',
    'a[b][2]',
    '*[not(*)]',
    'b[ancestor::c]',
    'c//b[. = //a/b]',
    "b[normalize-space(.) = ('x', 'z')]",
    'b[../@k]',
    '//a[../../r]',
    'a[@k > 1]//b',
    '/r/*[self::a or self::c]',
    '/r/a[b]/b/..',
    'descendant::b',
    'b/ancestor::a',
    '//b[. = //c/a/b]/parent::a',
    'element(b)',
    'attribute(k)',
    "*[local-name() = 'b']",
  ])('%s', (pattern) => {
    const alternatives = pattern.startsWith('(') ? [pattern] : pattern.split(' | ');
    const places = alternatives
      .map((one) => (one.startsWith('/') ? one : `/descendant-or-self::node()/(${one})`))
      .join(' | ');
    expect(matched(pattern)).toBe(saxon(`(${places})/${PLACE}`));
  });

  test('/ matches only the document node', () => {
    expect(compilePattern('/', makeScope())).toMatchObject([{ kind: NodeKind.DOCUMENT, name: null, test: null }]);
  });

  test('a plain name needs no test beyond kind and name', () => {
    expect(compilePattern('a', makeScope())).toMatchObject([{ kind: NodeKind.ELEMENT, name: 'Q1', test: null }]);
    expect(compilePattern('//@k', makeScope())).toMatchObject([{ kind: NodeKind.ATTRIBUTE, name: 'Q1', test: null }]);
  });

  test('current() is the matched node', () => {
    expect(matched("b[current() = 'z']")).toBe(matched("b[. = 'z']"));
    expect(matched("a[current() = 'z']/b")).toBe(matched("a/b[. = 'z']"));
  });

  test('a path that selects no nodes is refused', () => {
    expect(() => compilePattern('1 + 1', makeScope())).toThrow(Refusal);
    expect(() => compilePattern('a/string(.)', makeScope())).toThrow(Refusal);
    expect(() => compilePattern('a[', makeScope())).toThrow(Refusal);
  });
});
