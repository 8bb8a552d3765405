import { cutText, type XmlAttribute, type XmlElement } from '@e-invoice/schematron/xml';
import type { FindingList } from './finding.ts';
import { isLanguage } from './lexical.ts';
import type { AttributeRule, Datatype } from './load-structure.ts';

const XML_NS = 'http://www.w3.org/XML/1998/namespace';
const XSI_NS = 'http://www.w3.org/2001/XMLSchema-instance';

/** Checks the attributes of an element with text content. */
export function checkAttributes(element: XmlElement, datatype: Datatype, findings: FindingList): void {
  let missing = datatype.required;
  for (const attribute of element.attributes) {
    const rule = findRule(datatype, attribute);
    if (rule === null) {
      if (isOfXml(attribute)) continue;
      const similar = datatype.attributes.find(({ attribute: name }) => isSameWord(name, attribute.local));
      addUnknown(element, attribute, similar === undefined ? datatype.attributes : [similar], findings);
      // A misspelt required attribute is reported once, not also as missing.
      if (similar === missing) missing = null;
      continue;
    }
    if (rule === missing) missing = null;
    if (rule.value === 'language' && !isLanguage(attribute.value)) {
      const parent = findings.nameOf(element);
      const found = cutText(attribute.value, 200);
      findings.add('STRUCTURE-VALUE-INVALID', attribute, { found, expected: ['language'], parent });
    }
  }
  if (missing === null) return;
  const parent = findings.nameOf(element);
  findings.add('STRUCTURE-ATTRIBUTE-MISSING', element, { expected: [missing.attribute], parent });
}

/** Reports attributes of an element that allows only attributes of XML itself. */
export function checkForeignAttributes(element: XmlElement, findings: FindingList): void {
  for (const attribute of element.attributes) if (!isOfXml(attribute)) addUnknown(element, attribute, [], findings);
}

function findRule({ attributes }: Datatype, { name, uri }: XmlAttribute): AttributeRule | null {
  if (uri !== '') return null;
  for (const rule of attributes) if (rule.name === name) return rule;
  return null;
}

/** `xml:*` and the schema locations, which any element may have (XML Schema part 1, 2.6.3). */
const isOfXml = ({ uri, local }: XmlAttribute): boolean =>
  uri === XML_NS || (uri === XSI_NS && (local === 'schemaLocation' || local === 'noNamespaceSchemaLocation'));

const isSameWord = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function addUnknown(
  element: XmlElement,
  attribute: XmlAttribute,
  expected: readonly AttributeRule[],
  findings: FindingList,
): void {
  findings.add('STRUCTURE-ATTRIBUTE-UNKNOWN', attribute, {
    found: findings.nameOf(attribute),
    expected: expected.map(({ attribute: name }) => name),
    parent: findings.nameOf(element),
  });
}
