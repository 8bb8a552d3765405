import { locationOf, NodeKind, type XmlElement } from '@e-invoice/schematron/xml';
import { elementsIn, textOf } from '../../ubl-elements.ts';
import type { Case, Mistake } from '../case.ts';
import { isEmpty } from './values.ts';

const EXTENSIONS = 'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2';

/** Whether an extension (`ext:UBLExtensions`) contains anything other than its own containers. */
const hasContent = (element: XmlElement): boolean =>
  element.uri !== EXTENSIONS || textOf(element) !== '' || elementsIn(element).some(hasContent);

/** The extension with content that an element is in; null outside extensions. */
function extensionAround(element: XmlElement): XmlElement | null {
  let at = element;
  while (!(at.uri === EXTENSIONS && at.local === 'UBLExtensions')) {
    if (at.parent.kind !== NodeKind.ELEMENT) return null;
    at = at.parent;
  }
  return hasContent(at) ? at : null;
}

/**
 * Reports extensions whose content has elements without text, such as those of a signature. No correction: without
 * the elements a signature is broken, and without the extension its content is lost.
 */
export function detectExtensions(found: Case): Mistake[] {
  const extensions = new Set<XmlElement>();
  const issues = found.openOf('PEPPOL-EN16931-R008').filter((index) => {
    const element = found.elementOf(index);
    const extension = element === null || !isEmpty(element) ? null : extensionAround(element);
    if (extension !== null) extensions.add(extension);
    return extension !== null;
  });
  const [first] = extensions;
  if (first === undefined) return [];
  const claimed = found.claim([...issues, ...found.openOf('UBL-CR-001')]);
  return [{ id: 'extension-not-accepted', issues: claimed, location: locationOf(first), confidence: 0.9 }];
}
