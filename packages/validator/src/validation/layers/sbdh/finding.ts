import type { XmlElement } from '@e-invoice/schematron/xml';

/** Rule ids for envelopes. Stable and never reused. */
export const SBDH_RULES = [
  'SBDH-NAMESPACE',
  'SBDH-ENVELOPE-UNKNOWN',
  'SBDH-ELEMENT-MISSING',
  'SBDH-ELEMENT-REPEATED',
  'SBDH-ELEMENT-MISPLACED',
  'SBDH-ELEMENT-UNEXPECTED',
  'SBDH-TEXT-UNEXPECTED',
  'SBDH-HEADER-VERSION',
  'SBDH-PARTICIPANT-AUTHORITY',
  'SBDH-PARTICIPANT-IDENTIFIER',
  'SBDH-CREATION-TIME',
  'SBDH-SCOPE-MISSING',
  'SBDH-SCOPE-REPEATED',
  'SBDH-SCOPE-SCHEME',
  'SBDH-COUNTRY',
  'SBDH-DOCUMENT-MISSING',
  'SBDH-DOCUMENT-REPEATED',
  'SBDH-IDENTIFICATION-MISMATCH',
  'SBDH-DOCUMENTID-MISMATCH',
  'SBDH-PROCESSID-MISMATCH',
  'SBDH-SENDER-MISMATCH',
  'SBDH-RECEIVER-MISMATCH',
] as const;

export type SbdhRule = (typeof SBDH_RULES)[number];

export type SbdhFinding = {
  readonly ruleId: SbdhRule;
  /** The element that is wrong or lacks content. */
  readonly node: XmlElement;
  /** The name of the element or scope, e.g. `HeaderVersion` or `PROCESSID`. */
  readonly name: string;
  /** The actual value; null when missing. */
  readonly found: string | null;
  /** The correct value, if known. */
  readonly expected: string | null;
};

type FindingParts = Partial<Pick<SbdhFinding, 'name' | 'found' | 'expected'>>;

export function makeFinding(ruleId: SbdhRule, node: XmlElement, parts: FindingParts = {}): SbdhFinding {
  return { ruleId, node, name: node.local, found: null, expected: null, ...parts };
}
