import type { XmlElement } from '@e-invoice/schematron/xml';
import { locationOf, NodeKind } from '@e-invoice/schematron/xml';
import { own } from '../../../own.ts';
import { namespaceOf, UBL_NAMESPACES } from '../../ubl-elements.ts';
import type { Case, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';

/**
 * Detects prefixes bound to a wrong namespace. All elements with the prefix are then unknown, so all their other
 * issues follow from it.
 */
export function detectNamespaces(found: Case): Mistake[] {
  const exchanged = detectExchanged(found);
  if (exchanged !== null) return [exchanged];
  const byUri = new Map<string, { readonly element: XmlElement; readonly intended: Set<string> }>();
  for (const index of found.openOf('UBL-STRUCTURE-ELEMENT-UNKNOWN')) {
    const element = found.elementOf(index);
    const [prefix = '', local] = found.issues[index]!.expected?.split(':') ?? [];
    // An element in the other UBL namespace has a wrong prefix; its namespace is right.
    if (element === null || ['', ...UBL_NAMESPACES].includes(element.uri) || local === undefined) continue;
    const isNamed = local === element.local && element.uri !== namespaceOf(prefix);
    const known = byUri.get(element.uri) ?? { element, intended: new Set() };
    byUri.set(element.uri, known);
    known.intended.add(isNamed ? prefix : '');
  }
  return [...byUri].flatMap(([uri, { element, intended }]) => {
    const [prefix = ''] = intended;
    const expected = namespaceOf(prefix);
    if (intended.size !== 1 || expected === null) return [];
    const declaring = declaringOf(element);
    const isOfAll = declaring === found.root;
    const issues = found.claim(found.open((_, index) => isOfAll || found.elementOf(index)?.uri === uri));
    return {
      id: 'namespace-of-elements' as const,
      issues,
      location: locationOf(declaring),
      confidence: 0.95,
      values: { prefix: element.prefix, found: uri, expected },
      corrections: [() => toCorrection([found.editor().redeclare(declaring, expected, element.prefix)])],
    };
  });
}

/**
 * Detects the prefixes of both UBL namespaces declared with each other's. Only the names of the top elements are read
 * in the wrong namespace; everything else follows.
 */
function detectExchanged(found: Case): Mistake | null {
  const { root } = found;
  if (root === null) return null;
  const prefixes = new Map<string, string>();
  for (const index of found.openOf('UBL-STRUCTURE-ELEMENT-UNKNOWN')) {
    const element = found.elementOf(index);
    const [prefix = '', local] = found.issues[index]!.expected?.split(':') ?? [];
    const right = namespaceOf(prefix);
    const isOther = element !== null && UBL_NAMESPACES.includes(element.uri) && right !== element.uri;
    if (element === null || element.parent !== root || !isOther || local !== element.local || right === null)
      return null;
    prefixes.set(element.prefix, right);
  }
  const [[one, ofOne] = [], [other, ofOther] = []] = [...prefixes];
  if (prefixes.size !== 2 || one === undefined || other === undefined || ofOne === ofOther) return null;
  return {
    id: 'namespaces-exchanged',
    issues: found.claim(found.open(() => true)),
    location: locationOf(root),
    confidence: 0.95,
    values: { one, other, ofOne: ofOne!, ofOther: ofOther! },
    corrections: [
      () =>
        toCorrection([found.editor().redeclare(root, ofOne!, one), found.editor().redeclare(root, ofOther!, other)]),
    ],
  };
}

/** The element that declares the prefix of an element. */
function declaringOf(element: XmlElement): XmlElement {
  let at = element;
  while (at.declared === null || own(at.declared, element.prefix) === undefined) {
    if (at.parent.kind !== NodeKind.ELEMENT) break;
    at = at.parent;
  }
  return at;
}
