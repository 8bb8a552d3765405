import {
  type ElementToWrite,
  NodeKind,
  stringValue,
  type XmlAttribute,
  type XmlElement,
} from '@e-invoice/schematron/xml';
import type { Stored } from './reported-elements.data.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const PREFIXES: ReadonlyMap<string, string> = new Map([
  [`${UBL}:CommonAggregateComponents-2`, 'cac'],
  [`${UBL}:CommonBasicComponents-2`, 'cbc'],
]);

/** Elements and attributes of the invoice that the report includes. */
export type Used = Set<XmlElement | XmlAttribute>;

export const elementsOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => child.kind === NodeKind.ELEMENT);

/** The name with its usual prefix; the local name for other namespaces. */
export function nameOf({ uri, local }: Pick<XmlElement, 'uri' | 'local'>): string {
  const prefix = PREFIXES.get(uri);
  return prefix === undefined ? local : `${prefix}:${local}`;
}

/** The children of an element that the report includes, in report order; adds them to `used`. */
export function project(parent: XmlElement, rules: readonly Stored[], used: Used): ElementToWrite[] {
  const children = elementsOf(parent).map((child) => ({ child, name: nameOf(child) }));
  return rules.flatMap((rule) => {
    const names = rule.from ?? [rule.name];
    const found = children
      .filter(({ child, name }) => names.includes(name) && (rule.only !== 'vat' || isVat(child)))
      .map(({ child }) => child);
    return found.slice(0, rule.most ?? found.length).flatMap((child) => write(child, rule, used));
  });
}

function write(element: XmlElement, rule: Stored, used: Used): ElementToWrite[] {
  if (rule.children !== undefined) {
    const children = project(element, rule.children, used);
    return children.length === 0 ? [] : [{ name: rule.name, attributes: new Map(), children, text: null }];
  }
  const text = stringValue(element).trim();
  if (text === '') return [];
  used.add(element);
  const attributes = element.attributes.filter(({ local }) => rule.attributes?.includes(local));
  for (const attribute of attributes) used.add(attribute);
  return [
    { name: rule.name, attributes: new Map(attributes.map(({ local, value }) => [local, value])), children: [], text },
  ];
}

/** Selects by tax scheme, not by position: a registration for another tax may come first. */
function isVat(taxScheme: XmlElement): boolean {
  const scheme = elementsOf(taxScheme).find((child) => nameOf(child) === 'cac:TaxScheme');
  const id = scheme && elementsOf(scheme).find((child) => nameOf(child) === 'cbc:ID');
  return id !== undefined && stringValue(id).trim() === 'VAT';
}
