import { NodeKind, type XmlChild, type XmlNode } from '../../xml/index.ts';
import { attributesOf, childrenOf, inOrder, lastOrderOf, rootOf } from './axes.ts';
import { isNumber, isSameValue, toDoubleFrom } from './compare.ts';
import type { RunState } from './run-state.ts';
import { AnyUri, type Atomic, Untyped } from './values.ts';
import { fail } from './xpath-error.ts';

/**
 * The nodes of a key (XSLT 2.0, section 16.3) by value. Most values are text, which is looked up without comparisons.
 */
type KeyIndex = {
  readonly texts: Map<string, readonly XmlNode[]>;
  /** Other values, bucketed by a property that equal values share. */
  readonly others: Map<unknown, { readonly atom: Atomic; readonly node: XmlNode }[]>;
};

const NONE: readonly XmlNode[] = Object.freeze([]);

export const makeKey = (): KeyIndex => ({ texts: new Map(), others: new Map() });

const textOf = (atom: Atomic): string | null => {
  if (typeof atom === 'string') return atom;
  return atom instanceof Untyped || atom instanceof AnyUri ? atom.value : null;
};

/** Numbers of any type that compare equal are also equal in single precision. */
const bucketOf = (atom: Atomic): unknown => (isNumber(atom) ? Math.fround(toDoubleFrom(atom)) : typeof atom);

/** Adds a node under each of its values. */
export function enterKey({ texts, others }: KeyIndex, atoms: readonly Atomic[], node: XmlNode): void {
  for (const atom of atoms) {
    const text = textOf(atom);
    if (text === null) {
      const bucket = bucketOf(atom);
      const entries = others.get(bucket);
      if (entries === undefined) others.set(bucket, [{ atom, node }]);
      else entries.push({ atom, node });
      continue;
    }
    const nodes = texts.get(text) as XmlNode[] | undefined;
    if (nodes === undefined) texts.set(text, [node]);
    else if (nodes[nodes.length - 1] !== node) nodes.push(node);
  }
}

/** Sorts entries from several patterns into document order. */
export function settleKey({ texts }: KeyIndex): void {
  for (const [text, nodes] of texts) texts.set(text, inOrder(nodes));
}

/** The nodes under one text, in document order; empty for null. */
export const nodesByText = ({ texts }: KeyIndex, text: string | null): readonly XmlNode[] =>
  (text === null ? undefined : texts.get(text)) ?? NONE;

/** The nodes under any of the values, in document order. */
export function nodesByValues({ texts, others }: KeyIndex, atoms: readonly Atomic[], d: RunState): readonly XmlNode[] {
  const found: XmlNode[] = [];
  for (const atom of atoms) {
    const text = textOf(atom);
    const nodes =
      text === null
        ? (others.get(bucketOf(atom)) ?? []).filter((entry) => isSameValue(entry.atom, atom, d)).map(({ node }) => node)
        : (texts.get(text) ?? NONE);
    if (atoms.length === 1 && text !== null) return nodes;
    for (const node of nodes) found.push(node);
  }
  return inOrder(found);
}

/** The nodes that are `top` or inside it; `nodes` is in document order. */
export function nodesUnder(nodes: readonly XmlNode[], top: XmlNode, d: RunState): readonly XmlNode[] {
  const last = lastOrderOf(top);
  if (rootOf(top) !== d.document) fail('XTDE1270', 'key() in a document other than the validated one');
  return nodes.filter((node) => node.order >= top.order && node.order <= last);
}

function collect(children: readonly XmlChild[], into: XmlNode[]): void {
  for (const child of children) {
    into.push(child, ...attributesOf(child));
    if (child.kind === NodeKind.ELEMENT) collect(childrenOf(child) as readonly XmlChild[], into);
  }
}

/** Every node of the document, including attributes, in document order. */
export function everyNode({ document }: RunState): readonly XmlNode[] {
  const found: XmlNode[] = [document];
  collect(document.children, found);
  return found;
}
