import { NodeKind, stringValue, type XmlElement } from '@e-invoice/schematron/xml';

/**
 * Elements are matched by local name, so that a wrong namespace is reported once and does not hide other findings.
 */
export const childElements = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => child.kind === NodeKind.ELEMENT);

export function findChild(parent: XmlElement | null, ...path: readonly string[]): XmlElement | null {
  let at = parent;
  for (const local of path) at = at === null ? null : (childElements(at).find((it) => it.local === local) ?? null);
  return at;
}

/** The first text between child elements other than white space as XML defines it. */
export function looseText({ children }: XmlElement): string | null {
  const loose = children.find((child) => child.kind === NodeKind.TEXT && /[^ \t\r\n]/.test(child.value));
  return loose === undefined ? null : stringValue(loose).trim();
}

/** The trimmed text; null when empty. */
export function textOf(element: XmlElement | null): string | null {
  const text = element === null ? '' : stringValue(element).trim();
  return text === '' ? null : text;
}
