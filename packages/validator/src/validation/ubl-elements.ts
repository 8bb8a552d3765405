import { NodeKind, stringValue, type XmlElement, type XmlNode } from '@e-invoice/schematron/xml';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['cac', `${UBL}CommonAggregateComponents-2`],
  ['cbc', `${UBL}CommonBasicComponents-2`],
]);

/** The UBL namespace of a conventional prefix; null for any other prefix. */
export const namespaceOf = (prefix: string): string | null => PREFIXES.get(prefix) ?? null;

export const UBL_NAMESPACES: readonly string[] = [...PREFIXES.values()];

type Name = { readonly uri: string; readonly locals: readonly string[] };

const CII = 'urn:un:unece:uncefact:data:standard:';

/** The namespaces of CII, for names in paths. */
const CII_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['rsm', `${CII}CrossIndustryInvoice:100`],
  ['ram', `${CII}ReusableAggregateBusinessInformationEntity:100`],
  ['udt', `${CII}UnqualifiedDataType:100`],
]);

const names = new Map<string, Name>();

/** `line` is an invoice or credit note line, and `quantity` its quantity. */
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
    name = { uri: PREFIXES.get(prefix) ?? CII_PREFIXES.get(prefix) ?? '', locals: locals.split('|') };
    names.set(written, name);
  }
  return name;
}

/**
 * Whether an element has a UBL name, e.g. `cac:Party`, `line`, `quantity`, independent of the prefixes in the
 * document.
 */
export function isNamed(element: XmlElement, written: string): boolean {
  const { uri, locals } = nameOf(written);
  return element.uri === uri && locals.includes(element.local);
}

export const elementsIn = (parent: XmlElement): XmlElement[] =>
  parent.children.filter((child): child is XmlElement => child.kind === NodeKind.ELEMENT);

/** The children with a name, in document order. */
export function childrenOf(parent: XmlElement, written: string): XmlElement[] {
  const { uri, locals } = nameOf(written);
  return parent.children.filter(
    (child): child is XmlElement =>
      child.kind === NodeKind.ELEMENT && child.uri === uri && locals.includes(child.local),
  );
}

/** The first element at a path of such names; null when absent. */
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

/** The names of a path. Cached without a limit: paths are constants of this code base. */
function stepsOf(path: string): readonly Name[] {
  const known = paths.get(path);
  if (known !== undefined) return known;
  const steps = path.split('/').map(nameOf);
  paths.set(path, steps);
  return steps;
}

/** The trimmed text of the first element at a path; null when absent or empty. */
export function textAt(parent: XmlElement, path: string): string | null {
  const found = elementAt(parent, path);
  return found === null ? null : textOf(found) || null;
}

export const textOf = (node: XmlNode): string => stringValue(node).trim();

/** The value of an attribute without a namespace; null when absent. */
export const attributeOf = (element: XmlElement, name: string): string | null =>
  element.attributes.find(({ local, uri }) => local === name && uri === '')?.value ?? null;

/** The element itself or its nearest ancestor with that name. */
export function enclosing(element: XmlElement, written: string): XmlElement | null {
  let at: XmlElement | null = element;
  while (at !== null && !isNamed(at, written)) at = at.parent.kind === NodeKind.ELEMENT ? at.parent : null;
  return at;
}

/** Whether an allowance or charge is marked as a charge. */
export const isCharge = (allowance: XmlElement): boolean =>
  ['true', '1'].includes(textAt(allowance, 'cbc:ChargeIndicator') ?? '');
