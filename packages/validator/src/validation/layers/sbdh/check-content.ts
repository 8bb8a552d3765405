import type { XmlElement } from '@e-invoice/schematron/xml';
import { childElements, looseText, textOf } from './elements.ts';
import { makeFinding, type SbdhFinding } from './finding.ts';

/** An allowed child element, in order. */
type Slot = {
  readonly name: string;
  /** As in a DTD: once, at most once, at least once, any number. */
  readonly occurs: '1' | '?' | '+' | '*';
  /** Child elements; `text`: a non-empty value; `open`: any content. */
  readonly content: readonly Slot[] | 'text' | 'open';
};

const slot = (name: string, occurs: Slot['occurs'] = '1', content: Slot['content'] = 'text'): Slot => ({
  name,
  occurs,
  content,
});

const PARTNER = [slot('Identifier'), slot('ContactInformation', '*', 'open')];

/**
 * The header: UN/CEFACT Standard Business Document Header 1.3, restricted by the Peppol business message envelope 2.0
 * to one sender and one receiver and with business scopes required.
 */
const HEADER: readonly Slot[] = [
  slot('HeaderVersion'),
  slot('Sender', '1', PARTNER),
  slot('Receiver', '1', PARTNER),
  slot('DocumentIdentification', '1', [
    slot('Standard'),
    slot('TypeVersion'),
    slot('InstanceIdentifier'),
    slot('Type'),
    slot('MultipleType', '?'),
    slot('CreationDateAndTime'),
  ]),
  slot('Manifest', '?', 'open'),
  slot('BusinessScope', '1', [slot('Scope', '+', 'open')]),
];

/** Checks the header for missing, repeated, misplaced and unknown elements, and for text between elements. */
export const checkHeaderContent = (header: XmlElement): SbdhFinding[] => checkElements(header, HEADER);

/** Finds text between the elements of element-only content: all types of the header, and the envelope itself. */
export function checkLooseText(element: XmlElement): SbdhFinding[] {
  const found = looseText(element);
  return found === null ? [] : [makeFinding('SBDH-TEXT-UNEXPECTED', element, { found })];
}

function checkElements(parent: XmlElement, slots: readonly Slot[]): SbdhFinding[] {
  const findings = checkLooseText(parent);
  const seen = new Set<Slot>();
  let last = -1;
  for (const child of childElements(parent)) {
    const at = slots.findIndex(({ name }) => name === child.local);
    const known = slots[at];
    if (known === undefined) {
      findings.push(makeFinding('SBDH-ELEMENT-UNEXPECTED', child, { found: child.local }));
      continue;
    }
    const isSingle = known.occurs === '1' || known.occurs === '?';
    if (isSingle && seen.has(known)) findings.push(makeFinding('SBDH-ELEMENT-REPEATED', child));
    else if (at < last) findings.push(makeFinding('SBDH-ELEMENT-MISPLACED', child, { expected: slots[at + 1]!.name }));
    seen.add(known);
    last = Math.max(last, at);
    if (known.content === 'text') findings.push(...checkText(child));
    else if (known.content !== 'open') findings.push(...checkElements(child, known.content));
    else if (known.name === 'Scope') findings.push(...checkLooseText(child));
  }
  for (const { name } of slots.filter((it) => (it.occurs === '1' || it.occurs === '+') && !seen.has(it))) {
    findings.push(makeFinding('SBDH-ELEMENT-MISSING', parent, { name, expected: name }));
  }
  return findings;
}

function checkText(element: XmlElement): SbdhFinding[] {
  if (textOf(element) === null) return [makeFinding('SBDH-ELEMENT-MISSING', element)];
  return childElements(element).map((child) => makeFinding('SBDH-ELEMENT-UNEXPECTED', child, { found: child.local }));
}
