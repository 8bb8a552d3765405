import type { XmlAttribute, XmlElement } from '@e-invoice/schematron/xml';
import { readableName } from './readable-name.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The faults in the structure of a document. A rule id is the id of the vocabulary, a hyphen, and one of these. */
const STRUCTURE_FAULTS = [
  'UNKNOWN-ROOT',
  'STRUCTURE-ELEMENT-UNKNOWN',
  'STRUCTURE-ELEMENT-NOT-ALLOWED',
  'STRUCTURE-ELEMENT-MISPLACED',
  'STRUCTURE-ELEMENT-MISSING',
  'STRUCTURE-ELEMENT-REPEATED',
  'STRUCTURE-ATTRIBUTE-UNKNOWN',
  'STRUCTURE-ATTRIBUTE-MISSING',
  'STRUCTURE-VALUE-INVALID',
  'STRUCTURE-TEXT-UNEXPECTED',
] as const;

export type StructureFault = (typeof STRUCTURE_FAULTS)[number];

export type StructureRule<Id extends string = Vocabulary['id']> = `${Id}-${StructureFault}`;

/** The rule ids of a vocabulary. Stable and never reused. */
export const structureRulesOf = <Id extends Vocabulary['id']>(id: Id): readonly StructureRule<Id>[] =>
  STRUCTURE_FAULTS.map((fault): StructureRule<Id> => `${id}-${fault}`);

/** The rule ids of UBL. */
export const STRUCTURE_RULES = structureRulesOf('UBL');

/** Names have the usual prefixes: `cbc:ID`, `@currencyID`. */
export type StructureFinding = {
  readonly ruleId: StructureRule;
  /** The vocabulary and the fault that make up the rule id. */
  readonly vocabulary: Vocabulary['id'];
  readonly fault: StructureFault;
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

type Parts = Partial<Omit<StructureFinding, 'ruleId' | 'vocabulary' | 'fault' | 'node'>>;

/** The findings in a document of one vocabulary. */
export class FindingList {
  readonly all: StructureFinding[] = [];
  readonly #vocabulary: Vocabulary;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Adds a finding; without `after` and `before`, it has no neighbours. */
  add(fault: StructureFault, node: XmlElement | XmlAttribute, parts: Parts): void {
    const { found = null, expected = [], parent = null, after = null, before = null, count = 1 } = parts;
    const { id } = this.#vocabulary;
    const ruleId: StructureRule = `${id}-${fault}`;
    this.all.push({ ruleId, vocabulary: id, fault, node, found, expected, parent, after, before, count });
  }

  /** The name of a node as findings state it. */
  nameOf(node: XmlElement | XmlAttribute): string {
    return readableName(node, this.#vocabulary);
  }
}
