import type { XmlAttribute, XmlElement } from '@e-invoice/schematron/xml';

/** Rule ids for the structure of a UBL document. Stable and never reused. */
export const STRUCTURE_RULES = [
  'UBL-UNKNOWN-ROOT',
  'UBL-STRUCTURE-ELEMENT-UNKNOWN',
  'UBL-STRUCTURE-ELEMENT-NOT-ALLOWED',
  'UBL-STRUCTURE-ELEMENT-MISPLACED',
  'UBL-STRUCTURE-ELEMENT-MISSING',
  'UBL-STRUCTURE-ELEMENT-REPEATED',
  'UBL-STRUCTURE-ATTRIBUTE-UNKNOWN',
  'UBL-STRUCTURE-ATTRIBUTE-MISSING',
  'UBL-STRUCTURE-VALUE-INVALID',
  'UBL-STRUCTURE-TEXT-UNEXPECTED',
] as const;

export type StructureRule = (typeof STRUCTURE_RULES)[number];

/** Names have the usual prefixes: `cbc:ID`, `@currencyID`. */
export type StructureFinding = {
  readonly ruleId: StructureRule;
  /** The parent of a missing element, the second of repeated elements, otherwise the item itself. */
  readonly node: XmlElement | XmlAttribute;
  /** The element, attribute or text found; null when something is missing. */
  readonly found: string | null;
  /** The allowed names, or the lexical type of a value. */
  readonly expected: readonly string[];
  /** The parent of the item found or missing; null for the document element. */
  readonly parent: string | null;
  /** The neighbours between which a misplaced or missing element belongs. */
  readonly after: string | null;
  readonly before: string | null;
  /** The number of siblings that the finding covers. */
  readonly count: number;
};

/** Creates a finding without neighbours. */
export function makeFinding(
  ruleId: StructureRule,
  node: XmlElement | XmlAttribute,
  parts: Partial<Omit<StructureFinding, 'ruleId' | 'node'>>,
): StructureFinding {
  return { ruleId, node, found: null, expected: [], parent: null, after: null, before: null, count: 1, ...parts };
}
