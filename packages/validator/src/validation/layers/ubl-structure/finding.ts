import type { XmlAttribute, XmlElement } from '@e-invoice/schematron/xml';

/** What can be wrong with the structure of a UBL document. Stable and never reused. */
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

/** One mistake. Elements and attributes are named as people know them: `cbc:ID`, `@currencyID`. */
export type StructureFinding = {
  readonly ruleId: StructureRule;
  /** Where it is: of a missing element the parent, of a repeated one the second. */
  readonly node: XmlElement | XmlAttribute;
  /** The element, attribute or text that is there; null where something is missing. */
  readonly found: string | null;
  /** What could stand there instead: names, or the one lexical type of a value. */
  readonly expected: readonly string[];
  /** The element that contains what was found, or lacks what is missing; null for the document element. */
  readonly parent: string | null;
  /** The neighbours between which a misplaced or missing element belongs. */
  readonly after: string | null;
  readonly before: string | null;
  /** How many siblings the one mistake is about. */
  readonly count: number;
};

/** A finding about one thing, without neighbours. */
export function makeFinding(
  ruleId: StructureRule,
  node: XmlElement | XmlAttribute,
  parts: Partial<Omit<StructureFinding, 'ruleId' | 'node'>>,
): StructureFinding {
  return { ruleId, node, found: null, expected: [], parent: null, after: null, before: null, count: 1, ...parts };
}
