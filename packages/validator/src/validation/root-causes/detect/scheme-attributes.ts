import { NodeKind, type XmlAttribute, type XmlElement } from '@e-invoice/schematron/xml';
import { elementAt, isNamed, textOf } from '../../ubl-elements.ts';
import type { Case, Mistake } from '../case.ts';
import { termPathOfIssue } from '../issue-path.ts';
import { needs } from '../needs.data.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { partOf } from './describe-path.ts';
import { groupBy } from './remaining.ts';

/** Attributes of UBL that EN 16931 does not use and that exporters fill with the code of a scheme or list. */
const INTENDED: ReadonlyMap<string, string> = new Map([
  ['schemeName', 'schemeID'],
  ['schemeAgencyID', 'schemeID'],
  ['schemeAgencyName', 'schemeID'],
  ['listName', 'listID'],
  ['listAgencyID', 'listID'],
]);

/** Codes of ISO 6523 and of electronic addresses (0088, EM), of UNTDID 1153 (AAZ), and of UNTDID 7143 (STI). */
const NUMERIC_SCHEME = /^\d{4}$/;
const ADDRESS_SCHEME = /^(?:\d{4}|[A-Z]{2})$/;
const THREE_LETTERS = /^[A-Z]{2,3}$/;

/** Elements with a scheme or list identifier, by their path from the document element, and the format of its code. */
const SCHEMES: readonly (readonly [path: RegExp, attribute: string, code: RegExp])[] = [
  [/\/cbc:EndpointID$/, 'schemeID', ADDRESS_SCHEME],
  [/\/cac:(?:PartyIdentification|StandardItemIdentification|DeliveryLocation)\/cbc:ID$/, 'schemeID', NUMERIC_SCHEME],
  [/\/cac:PartyLegalEntity\/cbc:CompanyID$/, 'schemeID', NUMERIC_SCHEME],
  [/cac:(?:AdditionalDocumentReference|DocumentReference)\/cbc:ID$/, 'schemeID', THREE_LETTERS],
  [/\/cac:CommodityClassification\/cbc:ItemClassificationCode$/, 'listID', THREE_LETTERS],
];

const MAX_GROUPS = 100;

/**
 * Detects a code in schemeName or a similar attribute while schemeID (or listID) is absent: the attribute has the
 * wrong name.
 */
export function detectSchemeAttributes(found: Case): Mistake[] {
  const unused = found.open(({ rule_id, location }) => /^UBL-DT-/.test(rule_id) && /\/@\w+$/.test(location));
  const misnamed = new Map<number, XmlAttribute>();
  const elements = new Set<XmlElement>();
  for (const index of unused) {
    const node = found.nodeOf(index);
    if (node?.kind !== NodeKind.ATTRIBUTE || elements.has(node.parent)) continue;
    if (!isMisnamed(node, found.issues[index]!.location)) continue;
    misnamed.set(index, node);
    elements.add(node.parent);
  }
  const groups = groupBy([...misnamed.keys()], (index) => termPathOfIssue(found, index));
  return [...groups.values()].slice(0, MAX_GROUPS).map((indexes) => {
    const attributes = indexes.map((index) => misnamed.get(index)!);
    const [{ local, value }] = attributes as [XmlAttribute];
    const intended = INTENDED.get(local)!;
    const missing = found.open(
      ({ rule_id }, index) =>
        needs.get(rule_id) === `@${intended}` && attributes.some(({ parent }) => parent === found.elementOf(index)),
    );
    return {
      id: 'scheme-attribute-name',
      issues: found.claim([...indexes, ...missing]),
      location: found.issues[indexes[0]!]!.location,
      confidence: 0.9,
      values: {
        name: partOf(termPathOfIssue(found, indexes[0]!).replace(/\/@\w+$/, '')),
        attribute: local,
        meant: intended,
        found: value.trim(),
      },
      corrections: [
        () =>
          toCorrection(
            attributes.flatMap((attribute) => [
              found.editor().remove(attribute),
              found.editor().addAttribute(attribute.parent, intended, attribute.value.trim()),
            ]),
          ),
      ],
    };
  });
}

function isMisnamed({ local, value, parent }: XmlAttribute, location: string): boolean {
  const intended = INTENDED.get(local);
  if (intended === undefined || parent.attributes.some((it) => it.local === intended)) return false;
  const path = location.replace(/\[\d+\]/g, '').replace(/\/@\w+$/, '');
  const scheme = SCHEMES.find(([at, attribute]) => attribute === intended && at.test(path));
  if (scheme === undefined || !scheme[2].test(value.trim())) return false;
  // Among references, only that of an invoiced object has a scheme (UBL-CR-665).
  const reference = parent.parent;
  if (reference.kind !== NodeKind.ELEMENT || !isNamed(reference, 'cac:AdditionalDocumentReference|DocumentReference'))
    return true;
  const code = elementAt(reference, 'cbc:DocumentTypeCode');
  return code !== null && textOf(code) === '130';
}
