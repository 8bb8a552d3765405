import { locationOf, stepsOf } from './location.ts';
import { NodeKind, type XmlAttribute, type XmlDocument, type XmlElement, type XmlNode } from './tree.ts';

/** Finds the node at a path from `locationOf`; null if the document has no such node. */
export type NodeFinder = (location: string) => XmlElement | XmlAttribute | null;

/**
 * Creates a finder for one document. The children of each parent are indexed once, so that many lookups stay linear.
 */
export function makeNodeFinder(document: XmlDocument): NodeFinder {
  const rootPath = locationOf(document.root);
  const known = new Map<string, XmlElement | null>([[rootPath, document.root]]);
  const indexes = new Map<XmlElement, Map<string, XmlElement>>();

  const childAt = (parent: XmlElement, step: string): XmlElement | null => {
    let index = indexes.get(parent);
    if (index === undefined) {
      index = new Map();
      for (const [child, name] of stepsOf(parent)) if (child.kind === NodeKind.ELEMENT) index.set(name, child);
      indexes.set(parent, index);
    }
    return index.get(step) ?? null;
  };
  const elementAt = (path: string): XmlElement | null => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const slash = path.lastIndexOf('/');
    const parent = slash <= 0 || path.length <= rootPath.length ? null : elementAt(path.slice(0, slash));
    const element = parent === null ? null : childAt(parent, path.slice(slash + 1));
    known.set(path, element);
    return element;
  };
  return (location) => {
    const at = location.lastIndexOf('/@');
    if (at === -1) return elementAt(location);
    const attribute = location.slice(at + 1);
    const isTarget = (node: XmlNode): boolean => locationOf(node).endsWith(attribute);
    return elementAt(location.slice(0, at))?.attributes.find(isTarget) ?? null;
  };
}
