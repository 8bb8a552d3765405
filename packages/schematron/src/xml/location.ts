import { NodeKind, type XmlAttribute, type XmlChild, type XmlElement, type XmlNode, type XmlParent } from './tree.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** The customary prefixes of these namespaces, used whatever prefixes the document declares. */
const USUAL_PREFIXES: ReadonlyMap<string, string> = new Map([
  [`${UBL}Invoice-2`, ''],
  [`${UBL}CreditNote-2`, ''],
  [`${UBL}CommonAggregateComponents-2`, 'cac'],
  [`${UBL}CommonBasicComponents-2`, 'cbc'],
  [`${UBL}CommonExtensionComponents-2`, 'ext'],
  ['http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader', ''],
]);

/** Below this number of siblings, a linear scan is cheaper than an index. */
const FEW_SIBLINGS = 16;

const stepIndexes = new WeakMap<XmlParent, Map<XmlChild, string>>();

/**
 * The absolute path of a node, e.g. `/Invoice/cac:InvoiceLine[2]/cbc:LineExtensionAmount`: the usual UBL prefixes, no
 * prefix for the document element, a position only if a sibling has the same name. In a document inside another, the
 * path goes through both: `/StandardBusinessDocument/Invoice/cbc:ID`.
 */
export function locationOf(node: XmlNode): string {
  switch (node.kind) {
    case NodeKind.DOCUMENT:
      return node.within === null ? '/' : locationOf(node.within);
    case NodeKind.ATTRIBUTE:
      return `${locationOf(node.parent)}/@${nameOf(node)}`;
    default: {
      const { parent } = node;
      if (parent.kind === NodeKind.DOCUMENT) {
        if (parent.within !== null) return `${locationOf(parent.within)}/${stepOf(node, parent.within)}`;
        return node.kind === NodeKind.ELEMENT ? `/${node.local}` : `/${stepOf(node, parent)}`;
      }
      return `${locationOf(parent)}/${stepOf(node, parent)}`;
    }
  }
}

/** Namespaces other than those of UBL keep the prefix of the document. */
function nameOf({ uri, prefix, local }: XmlElement | XmlAttribute): string {
  const known = uri === '' ? '' : (USUAL_PREFIXES.get(uri) ?? prefix);
  return known === '' ? local : `${known}:${local}`;
}

function testOf(node: XmlChild): string {
  switch (node.kind) {
    case NodeKind.ELEMENT:
      return nameOf(node);
    case NodeKind.TEXT:
      return 'text()';
    case NodeKind.COMMENT:
      return 'comment()';
    default:
      return 'processing-instruction()';
  }
}

function stepOf(node: XmlChild, parent: XmlParent): string {
  if (parent.children.length > FEW_SIBLINGS) return indexSteps(parent).get(node)!;
  const test = testOf(node);
  let count = 0;
  let position = 0;
  for (const sibling of parent.children) {
    if (sibling.kind !== node.kind || testOf(sibling) !== test) continue;
    count += 1;
    if (sibling === node) position = count;
  }
  return count > 1 ? `${test}[${position}]` : test;
}

/** The last path step of all children of an element, by child. */
export const stepsOf = (parent: XmlElement): ReadonlyMap<XmlChild, string> => indexSteps(parent);

/** Computes the steps to all children at once, so that ten thousand findings on ten thousand lines stay linear. */
function indexSteps(parent: XmlParent): Map<XmlChild, string> {
  const known = stepIndexes.get(parent);
  if (known !== undefined) return known;
  const groups = new Map<string, XmlChild[]>();
  for (const child of parent.children) {
    const test = testOf(child);
    const group = groups.get(test);
    if (group === undefined) groups.set(test, [child]);
    else group.push(child);
  }
  const steps = new Map<XmlChild, string>();
  for (const [test, group] of groups) {
    group.forEach((child, index) => {
      steps.set(child, group.length > 1 ? `${test}[${index + 1}]` : test);
    });
  }
  stepIndexes.set(parent, steps);
  return steps;
}
