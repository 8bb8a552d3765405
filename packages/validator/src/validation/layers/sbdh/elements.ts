import { NodeKind, stringValue, type XmlElement } from '@e-invoice/schematron/xml';

/** Elements are found by their local names: a wrong namespace is told once and hides nothing else. */
export const childElements = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => child.kind === NodeKind.ELEMENT);

export function findChild(parent: XmlElement | null, ...path: readonly string[]): XmlElement | null {
  let at = parent;
  for (const local of path) at = at === null ? null : (childElements(at).find((it) => it.local === local) ?? null);
  return at;
}

/** The first text between the elements of another one; white space, by XML's own measure, is none. */
export function looseText({ children }: XmlElement): string | null {
  const loose = children.find((child) => child.kind === NodeKind.TEXT && /[^ \t\r\n]/.test(child.value));
  return loose === undefined ? null : stringValue(loose).trim();
}

/** The text without surrounding white space; null when there is none. */
export function textOf(element: XmlElement | null): string | null {
  const text = element === null ? '' : stringValue(element).trim();
  return text === '' ? null : text;
}
