import type { XmlElement } from '@e-invoice/schematron/xml';
import { checkHeaderContent, checkLooseText } from './check-content.ts';
import { checkHeaderValues } from './check-header.ts';
import { compareDocument } from './compare-document.ts';
import { childElements } from './elements.ts';
import { makeFinding, type SbdhFinding } from './finding.ts';
import { type Envelope, SBDH_NS } from './open-envelope.ts';
import { checkScopes } from './scopes.ts';

/**
 * Checks an envelope against the Peppol business message envelope 2.0 and compares it with the document inside.
 * Findings are in document order. An envelope of another kind gives a single finding.
 */
export function checkEnvelope(envelope: Envelope): readonly SbdhFinding[] {
  const { element, header, contents, inner } = envelope;
  const findings = checkContents(element, contents);
  if (envelope.isStandard) findings.push(...checkLooseText(element));
  if (!envelope.isStandard) findings.push(makeFinding('SBDH-ENVELOPE-UNKNOWN', element, { found: element.local }));
  else if (header === null) {
    const name = 'StandardBusinessDocumentHeader';
    findings.push(...checkNamespace(element, null));
    findings.push(makeFinding('SBDH-ELEMENT-MISSING', element, { name, expected: name }));
  } else {
    findings.push(...checkNamespace(element, header), ...checkOrder(element, header));
    findings.push(...checkHeaderContent(header), ...checkHeaderValues(header), ...checkScopes(header));
    if (inner !== null) findings.push(...compareDocument(header, inner));
  }
  return findings.sort((a, b) => a.node.order - b.node.order);
}

function checkContents(element: XmlElement, contents: readonly XmlElement[]): SbdhFinding[] {
  if (contents.length === 0) return [makeFinding('SBDH-DOCUMENT-MISSING', element)];
  return contents.slice(1, 2).map((second) => makeFinding('SBDH-DOCUMENT-REPEATED', second));
}

/** The header must come first and only once. */
function checkOrder(element: XmlElement, header: XmlElement): SbdhFinding[] {
  const children = childElements(element);
  const first = children[0]!;
  const second = children.filter(({ local }) => local === header.local)[1];
  return [
    ...(first === header ? [] : [makeFinding('SBDH-ELEMENT-MISPLACED', header, { expected: first.local })]),
    ...(second === undefined ? [] : [makeFinding('SBDH-ELEMENT-REPEATED', second)]),
  ];
}

/** Reports only the first element outside the namespace of the envelope: usually all of them are wrong. */
function checkNamespace(element: XmlElement, header: XmlElement | null): SbdhFinding[] {
  const own = [element, ...(header === null ? [] : [header, ...ownElements(header)])];
  const stray = own.find(({ uri }) => uri !== SBDH_NS);
  return stray === undefined ? [] : [makeFinding('SBDH-NAMESPACE', stray, { found: stray.uri, expected: SBDH_NS })];
}

/** The elements that belong to the header; content of scopes and manifests may be in any namespace. */
const ownElements = (parent: XmlElement): XmlElement[] =>
  childElements(parent).flatMap((child) =>
    child.local === 'Scope' || child.local === 'Manifest' ? [child] : [child, ...ownElements(child)],
  );
