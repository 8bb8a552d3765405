import { NodeKind, stringValue, type XmlElement, type XmlNode } from '@e-invoice/schematron/xml';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['cac', `${UBL}CommonAggregateComponents-2`],
  ['cbc', `${UBL}CommonBasicComponents-2`],
]);

/** The namespace of UBL that a usual prefix stands for; null where it is no such prefix. */
export const namespaceOf = (prefix: string): string | null => PREFIXES.get(prefix) ?? null;

export const UBL_NAMESPACES: readonly string[] = [...PREFIXES.values()];

type Name = { readonly uri: string; readonly locals: readonly string[] };

const names = new Map<string, Name>();

/** `line` is a line of either document, and `quantity` its quantity. */
function nameOf(written: string): Name {
  let name = names.get(written);
  if (name === undefined) {
    const full =
      written === 'line'
        ? 'cac:InvoiceLine|CreditNoteLine'
        : written === 'quantity'
          ? 'cbc:InvoicedQuantity|CreditedQuantity'
          : written;
    const [prefix = '', locals = ''] = full.split(':');
    name = { uri: PREFIXES.get(prefix) ?? '', locals: locals.split('|') };
    names.set(written, name);
  }
  return name;
}

/** Whether an element has a name of UBL, e.g. `cac:Party`, `line`, `quantity`, whatever prefix the document uses. */
export function isNamed(element: XmlElement, written: string): boolean {
  const { uri, locals } = nameOf(written);
  return element.uri === uri && locals.includes(element.local);
}

export const elementsIn = (parent: XmlElement): XmlElement[] =>
  parent.children.filter((child): child is XmlElement => child.kind === NodeKind.ELEMENT);

/** The children with one of our own few names, in document order. */
export function childrenOf(parent: XmlElement, written: string): XmlElement[] {
  const { uri, locals } = nameOf(written);
  return parent.children.filter(
    (child): child is XmlElement =>
      child.kind === NodeKind.ELEMENT && child.uri === uri && locals.includes(child.local),
  );
}

/** The first element at a path of such names; null when there is none. */
export function elementAt(parent: XmlElement, path: string): XmlElement | null {
  let at: XmlElement | undefined = parent;
  for (const name of stepsOf(path)) {
    at = at.children.find(
      (child): child is XmlElement =>
        child.kind === NodeKind.ELEMENT && child.uri === name.uri && name.locals.includes(child.local),
    );
    if (at === undefined) return null;
  }
  return at;
}

const paths = new Map<string, readonly Name[]>();

/** The names of a path; paths are ours, and few. */
function stepsOf(path: string): readonly Name[] {
  const known = paths.get(path);
  if (known !== undefined) return known;
  const steps = path.split('/').map(nameOf);
  paths.set(path, steps);
  return steps;
}

/** The text of the first element at a path, without the space around it; null when there is none, or no text in it. */
export function textAt(parent: XmlElement, path: string): string | null {
  const found = elementAt(parent, path);
  return found === null ? null : textOf(found) || null;
}

export const textOf = (node: XmlNode): string => stringValue(node).trim();

/** The value of an attribute without a namespace; null when it is not there. */
export const attributeOf = (element: XmlElement, name: string): string | null =>
  element.attributes.find(({ local, uri }) => local === name && uri === '')?.value ?? null;

/** The element itself or the nearest one around it with that name. */
export function enclosing(element: XmlElement, written: string): XmlElement | null {
  let at: XmlElement | null = element;
  while (at !== null && !isNamed(at, written)) at = at.parent.kind === NodeKind.ELEMENT ? at.parent : null;
  return at;
}
