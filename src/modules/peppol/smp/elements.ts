import { NodeKind, parseXml, stringValue, type XmlElement } from '@e-invoice/schematron/xml';
import { LookupFault } from '../lookup-fault.ts';

const SMP_NAMESPACE = 'http://busdox.org/serviceMetadata/publishing/1.0/';
export const IDENTIFIERS = 'http://busdox.org/transport/identifiers/1.0/';
export const ADDRESSING = 'http://www.w3.org/2005/08/addressing';

/** Limits for responses; legitimate ones are small. */
const LIMITS = { bytes: 1024 * 1024, depth: 40, attributes: 30, nodes: 100_000 };

/**
 * Parses a response; returns its document element and the decoded text.
 *
 * @throws LookupFault `smp_not_xml`
 */
export function readAnswer(bytes: Uint8Array): { readonly root: XmlElement; readonly text: string } {
  const parsed = parseXml(bytes, { limits: LIMITS });
  if (!parsed.ok) throw new LookupFault('smp_not_xml');
  const root = parsed.document.children.find((child) => child.kind === NodeKind.ELEMENT);
  return { root: root as XmlElement, text: parsed.document.text };
}

export function childrenOf(parent: XmlElement, local: string, uri = SMP_NAMESPACE): XmlElement[] {
  const found: XmlElement[] = [];
  for (let child = parent.first; child !== null; child = child.next) {
    if (child.local === local && child.uri === uri) found.push(child);
  }
  return found;
}

/**
 * Returns the only child element of that name, or null.
 *
 * @throws LookupFault `smp_unexpected` when there are several
 */
export function findChild(parent: XmlElement, local: string, uri = SMP_NAMESPACE): XmlElement | null {
  const found = childrenOf(parent, local, uri);
  if (found.length > 1) throw new LookupFault('smp_unexpected');
  return found[0] ?? null;
}

/** @throws LookupFault `smp_unexpected` when there is not exactly one */
export function getChild(parent: XmlElement, local: string, uri = SMP_NAMESPACE): XmlElement {
  const child = findChild(parent, local, uri);
  if (child === null) throw new LookupFault('smp_unexpected');
  return child;
}

export const textOf = (element: XmlElement | null): string => (element === null ? '' : stringValue(element).trim());

export const attributeOf = (element: XmlElement, local: string): string =>
  element.attributes.find((attribute) => attribute.local === local && attribute.uri === '')?.value.trim() ?? '';

/** @throws LookupFault `smp_unexpected` */
export function expectRoot(root: XmlElement, local: string): void {
  if (root.local !== local || root.uri !== SMP_NAMESPACE) throw new LookupFault('smp_unexpected');
}
