import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import type { Issue, Text } from '../../../issues/index.ts';
import { childrenOf, elementAt, elementsIn, isNamed, textOf } from '../../ubl-elements.ts';
import type { Case } from '../case.ts';

/** Maximum number of locations listed per rule. */
const MAX_LOCATIONS = 100;

/** Rules that report the document element, and the nodes that break them. */
const NODES: ReadonlyMap<string, (root: XmlElement) => string[]> = new Map([
  ['UBL-CR-002', (root) => childrenOf(root, 'cbc:UBLVersionID').map(locationOf)],
  [
    'UBL-CR-412',
    (root) =>
      childrenOf(root, 'cac:PaymentMeans').flatMap((means) => childrenOf(means, 'cbc:PaymentDueDate').map(locationOf)),
  ],
  [
    'UBL-CR-665',
    (root) =>
      attributesIn(root, 'schemeID', (element) => {
        const reference = element.parent as XmlElement;
        if (!isNamed(element, 'cbc:ID') || !isNamed(reference, 'cac:AdditionalDocumentReference')) return false;
        const code = elementAt(reference, 'cbc:DocumentTypeCode');
        return code === null || textOf(code) !== '130';
      }),
  ],
  ['UBL-DT-18', (root) => attributesIn(root, 'name', (element) => !isNamed(element, 'cbc:PaymentMeansCode'))],
]);

/** The locations of unused content. For issues at the document element, the nodes inside that break the rule. */
export function unusedAt({ root }: Case, { rule_id, location }: Issue): string[] {
  const nodes = root === null ? [] : (NODES.get(rule_id)?.(root) ?? []);
  return nodes.length === 0 ? [location] : nodes;
}

/** The fixes of rules that name specific nodes; for others the advice to omit the elements. */
export function adviceOnUnused(issues: readonly Issue[]): Text {
  const own = issues.filter(({ rule_id }) => NODES.has(rule_id));
  const fixes = [...new Map(own.map(({ rule_id, fix }) => [rule_id, fix])).values()];
  const all = own.length === issues.length ? fixes : [LEAVE_OUT, ...fixes];
  return { sk: all.map(({ sk }) => sk).join(' '), en: all.map(({ en }) => en).join(' ') };
}

const LEAVE_OUT: Text = {
  sk: 'Nastavte v exporte profil EN 16931 alebo Peppol BIS, alebo tieto prvky vynechajte.',
  en: 'Export by the EN 16931 or Peppol BIS profile, or leave these elements out.',
};

function attributesIn(root: XmlElement, name: string, isWrong: (element: XmlElement) => boolean): string[] {
  const found: string[] = [];
  const pending = [root];
  while (pending.length > 0 && found.length < MAX_LOCATIONS) {
    const element = pending.pop()!;
    const attribute = element.attributes.find(({ local, uri }) => local === name && uri === '');
    if (attribute !== undefined && isWrong(element)) found.push(locationOf(attribute));
    pending.push(...elementsIn(element).reverse());
  }
  return found;
}
