import { quote } from '../../../javascript.ts';
import { NodeKind } from '../../../xml/index.ts';
import { type ItemType, isNode, type NodeType } from '../../item-types.ts';
import type { Env, Site } from '../expr.ts';
import { elementNamespace, namespaceOf, uriOf } from '../names.ts';
import { findChild, type Syntax } from '../parse.ts';
import { Refusal } from '../refusal.ts';

/** What a step keeps of the nodes on its axis. */
export type NodeTest = {
  /** The node kind after the test, derived from the kind on the axis. */
  readonly item: NodeType;
  /** The required expanded name, if the test consists only of it and the kind. */
  readonly name: { readonly uri: string; readonly local: string } | null;
  /** Further JavaScript conditions on a node. */
  readonly conditions: (node: string) => readonly string[];
};

const none = (): readonly string[] => [];

/** Reads the node test of a step; `principal` is the principal node kind of its axis. */
export function readNodeTest(step: Syntax, principal: 'element' | 'attribute', site: Site): NodeTest {
  for (const child of step.children) {
    const test = testOf(child, principal, site);
    if (test !== null) return test;
  }
  throw new Refusal(site.source, 'a step without a node test that is known');
}

/** Reads one node test; null if the syntax node is not a node test. */
export function testOf(node: Syntax, principal: 'element' | 'attribute', site: Site): NodeTest | null {
  const unprefixed = principal === 'element' ? elementNamespace(site.scope) : '';
  switch (node.name) {
    case 'nameTest':
      return named(principal, uriOf(node, unprefixed, site.scope, site.source), node.text);
    case 'Wildcard':
      return wildcard(node, principal, site);
    case 'anyKindTest':
      return { item: 'node', name: null, conditions: none };
    case 'textTest':
      return { item: 'text', name: null, conditions: none };
    case 'commentTest':
      return { item: 'comment', name: null, conditions: none };
    case 'piTest': {
      const target = findChild(node, 'piTarget')?.text;
      const conditions = target === undefined ? none : (c: string) => [`${c}.target === ${quote(target)}`];
      return { item: 'instruction', name: null, conditions };
    }
    case 'documentTest': {
      const [child] = node.children;
      const root = child === undefined ? null : testOf(child, 'element', site);
      return {
        item: 'document',
        name: null,
        conditions: root === null ? none : (c) => rootConditions(root, `${c}.first`),
      };
    }
    case 'elementTest':
      return kindTest(node, 'element', site);
    case 'attributeTest':
      return kindTest(node, 'attribute', site);
    case 'schemaElementTest':
    case 'schemaAttributeTest':
      uriOf(findChild(node, 'QName') ?? node.children[0] ?? node, '', site.scope, site.source);
      throw new Refusal(site.source, 'XPST0008: a schema test without a schema');
    default:
      return null;
  }
}

/** The conditions of `document-node(element(…))` on the document element. */
function rootConditions({ name, conditions }: NodeTest, root: string): string[] {
  const ofName = name === null ? [] : [`${root}.local === ${quote(name.local)}`, `${root}.uri === ${quote(name.uri)}`];
  return [`${root} !== null`, ...ofName, ...conditions(root)];
}

function named(item: NodeType, uri: string, local: string): NodeTest {
  return { item, name: { uri, local }, conditions: none };
}

function wildcard(node: Syntax, principal: NodeType, site: Site): NodeTest {
  const [first, second] = node.children;
  if (first === undefined) return { item: principal, name: null, conditions: none };
  if (first.name === 'star' && second !== undefined) {
    const local = quote(second.text);
    return { item: principal, name: null, conditions: (c) => [`${c}.local === ${local}`] };
  }
  const uri = first.name === 'uri' ? first.text : namespaceOf(first.text, site.scope, site.source);
  return { item: principal, name: null, conditions: (c) => [`${c}.uri === ${quote(uri)}`] };
}

function kindTest(node: Syntax, kind: 'element' | 'attribute', site: Site): NodeTest {
  const type = findChild(node, 'typeName');
  if (type !== undefined && !/^(?:anyType|untyped|untypedAtomic|anyAtomicType|anySimpleType)$/.test(type.text)) {
    throw new Refusal(site.source, `${kind}(…, ${type.text}) without a schema`);
  }
  const name = findChild(node, `${kind}Name`)?.children[0];
  if (name === undefined || name.name === 'star') return { item: kind, name: null, conditions: none };
  return named(
    kind,
    uriOf(name, kind === 'element' ? elementNamespace(site.scope) : '', site.scope, site.source),
    name.text,
  );
}

const KIND_CODES: Readonly<Partial<Record<ItemType, number>>> = {
  element: NodeKind.ELEMENT,
  attribute: NodeKind.ATTRIBUTE,
  text: NodeKind.TEXT,
  instruction: NodeKind.INSTRUCTION,
  comment: NodeKind.COMMENT,
  document: NodeKind.DOCUMENT,
};

/**
 * The nodes that an axis can reach: their most general kind, and whether both elements and attributes are among them.
 */
export type NodeContext = { readonly item: NodeType; readonly mixed: boolean };

/** The JavaScript condition of the test for a node of that terrain; null if every node passes. */
export function testCode(test: NodeTest, node: string, context: NodeContext, env: Env): string | null {
  const conditions: string[] = [];
  const kind = KIND_CODES[test.item];
  const { name } = test;
  // Only elements and attributes have name ids, so an equal id implies the kind unless both kinds can occur.
  const named = name !== null && test.item === 'element' && !context.mixed;
  const kindKnown = test.item === context.item || test.item === 'node' || named;
  if (!kindKnown && kind !== undefined) conditions.push(`${node}.kind === ${kind}`);
  if (name !== null) conditions.push(`${node}.name === ${env.module.name(name.uri, name.local)}`);
  conditions.push(...test.conditions(node));
  return conditions.length === 0 ? null : conditions.join(' && ');
}

/** The static type of the nodes that pass. */
export function passing(test: NodeTest, context: NodeContext): NodeType {
  return test.item === 'node' ? context.item : test.item;
}

/** Whether no node of that terrain can pass. */
export function isImpossible(test: NodeTest, context: NodeContext): boolean {
  if (test.item === 'node' || context.item === 'node' || test.item === context.item) return false;
  if (context.item === 'container') return test.item !== 'element' && test.item !== 'document';
  return isNode(test.item);
}
