import type { XmlElement } from '@e-invoice/schematron/xml';
import { childElements, findChild, textOf } from './elements.ts';
import { makeFinding, type SbdhFinding } from './finding.ts';

/** A business scope: document type, process, or country of the sending end user. */
export type Scope = {
  readonly element: XmlElement;
  readonly value: string | null;
  /** The scheme of the value; null when the default scheme applies. */
  readonly scheme: string | null;
};

/** Scopes that every envelope must have (Peppol business message envelope 2.0), with the schemes of their values. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  DOCUMENTID: ['busdox-docid-qns', 'peppol-doctype-wildcard'],
  PROCESSID: ['cenbii-procid-ubl'],
  COUNTRY_C1: [],
};

/** The first scope of a type; null when absent. */
export function findScope(header: XmlElement, type: string): Scope | null {
  return listScopes(header, type)[0] ?? null;
}

/** Reports missing and repeated scopes, schemes that Peppol does not use, and an invalid country code. */
export function checkScopes(header: XmlElement): SbdhFinding[] {
  const parent = findChild(header, 'BusinessScope');
  if (parent === null) return [];
  return Object.entries(REQUIRED).flatMap(([type, schemes]) => {
    const [scope, second] = listScopes(header, type);
    if (scope === undefined) return [makeFinding('SBDH-SCOPE-MISSING', parent, { name: type, expected: type })];
    const findings = second === undefined ? [] : [makeFinding('SBDH-SCOPE-REPEATED', second.element, { name: type })];
    return [...findings, ...checkScope(type, scope, schemes)];
  });
}

function checkScope(name: string, { element, value, scheme }: Scope, schemes: readonly string[]): SbdhFinding[] {
  const instance = findChild(element, 'InstanceIdentifier');
  if (value === null) {
    const at = instance ?? element;
    return [makeFinding('SBDH-ELEMENT-MISSING', at, { name: 'InstanceIdentifier', expected: 'InstanceIdentifier' })];
  }
  if (name === 'COUNTRY_C1') {
    return /^[A-Z]{2}$/.test(value) ? [] : [makeFinding('SBDH-COUNTRY', instance!, { found: value })];
  }
  if (scheme === null || schemes.includes(scheme)) return [];
  const at = findChild(element, 'Identifier')!;
  return [makeFinding('SBDH-SCOPE-SCHEME', at, { name, found: scheme, expected: schemes[0]! })];
}

function listScopes(header: XmlElement, type: string): Scope[] {
  const parent = findChild(header, 'BusinessScope');
  if (parent === null) return [];
  return childElements(parent)
    .filter((element) => textOf(findChild(element, 'Type')) === type)
    .map((element) => ({
      element,
      value: textOf(findChild(element, 'InstanceIdentifier')),
      scheme: textOf(findChild(element, 'Identifier')),
    }));
}
