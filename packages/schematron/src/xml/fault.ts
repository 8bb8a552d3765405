import { cutText } from './cut-text.ts';

/** The issue codes of the API contract for a file that cannot be parsed to a tree. */
export type XmlFaultCode =
  | 'XML-NOT-WELL-FORMED'
  | 'XML-DTD-FORBIDDEN'
  | 'XML-ENCODING'
  | 'XML-EMPTY'
  | 'XML-TOO-DEEP'
  | 'XML-TOO-LARGE';

/**
 * Every fault reason and the code it is reported under. The keys are stable: message texts in other packages refer to
 * them.
 */
export const XML_FAULT_REASONS = {
  'no-bytes': 'XML-EMPTY',
  'only-white-space': 'XML-EMPTY',

  'too-many-bytes': 'XML-TOO-LARGE',
  'too-many-nodes': 'XML-TOO-LARGE',
  'too-many-attributes': 'XML-TOO-LARGE',
  'too-deep': 'XML-TOO-DEEP',

  'doctype-declaration': 'XML-DTD-FORBIDDEN',

  'encoding-unsupported': 'XML-ENCODING',
  'encoding-contradicts-mark': 'XML-ENCODING',
  'encoding-contradicts-bytes': 'XML-ENCODING',
  'encoding-undeclared': 'XML-ENCODING',
  'byte-not-in-encoding': 'XML-ENCODING',
  'surrogate-unpaired': 'XML-ENCODING',
  'character-cut-off': 'XML-ENCODING',

  'declaration-not-first': 'XML-NOT-WELL-FORMED',
  'declaration-malformed': 'XML-NOT-WELL-FORMED',
  'version-unsupported': 'XML-NOT-WELL-FORMED',
  'document-element-missing': 'XML-NOT-WELL-FORMED',
  'document-element-second': 'XML-NOT-WELL-FORMED',
  'text-outside-document-element': 'XML-NOT-WELL-FORMED',
  'end-tag-mismatched': 'XML-NOT-WELL-FORMED',
  'end-tag-unmatched': 'XML-NOT-WELL-FORMED',
  'end-tag-malformed': 'XML-NOT-WELL-FORMED',
  'element-unclosed': 'XML-NOT-WELL-FORMED',
  'end-unexpected': 'XML-NOT-WELL-FORMED',
  'tag-malformed': 'XML-NOT-WELL-FORMED',
  'less-than-unescaped': 'XML-NOT-WELL-FORMED',
  'less-than-in-attribute': 'XML-NOT-WELL-FORMED',
  'ampersand-unescaped': 'XML-NOT-WELL-FORMED',
  'entity-undefined': 'XML-NOT-WELL-FORMED',
  'character-reference-invalid': 'XML-NOT-WELL-FORMED',
  'character-forbidden': 'XML-NOT-WELL-FORMED',
  'cdata-end-in-text': 'XML-NOT-WELL-FORMED',
  'attribute-duplicate': 'XML-NOT-WELL-FORMED',
  'attribute-without-value': 'XML-NOT-WELL-FORMED',
  'attribute-unquoted': 'XML-NOT-WELL-FORMED',
  'attribute-not-separated': 'XML-NOT-WELL-FORMED',
  'attribute-malformed': 'XML-NOT-WELL-FORMED',
  'comment-malformed': 'XML-NOT-WELL-FORMED',
  'instruction-malformed': 'XML-NOT-WELL-FORMED',
  'declaration-unknown': 'XML-NOT-WELL-FORMED',
  'name-malformed': 'XML-NOT-WELL-FORMED',
  'prefix-unbound': 'XML-NOT-WELL-FORMED',
  'prefix-reserved': 'XML-NOT-WELL-FORMED',
  'namespace-reserved': 'XML-NOT-WELL-FORMED',
  'namespace-empty': 'XML-NOT-WELL-FORMED',
} as const satisfies Record<string, XmlFaultCode>;

export type XmlFaultReason = keyof typeof XML_FAULT_REASONS;

/** Why a file cannot be parsed to a tree, and its position. */
export type XmlFault = {
  readonly code: XmlFaultCode;
  readonly reason: XmlFaultReason;
  /** The text at the position, at most 60 characters, or null. */
  readonly found: string | null;
  /** The expected text, if only one was possible. */
  readonly expected: string | null;
  /** Line and column, both from 1; a column is a character (not a UTF-16 unit). */
  readonly line: number;
  readonly column: number;
  /** In the decoded text (`XmlDocument.text`), in UTF-16 units. */
  readonly offset: number;
};

/** A fault before its line and column are computed. */
export type FoundFault = {
  readonly reason: XmlFaultReason;
  readonly found: string | null;
  readonly expected: string | null;
  readonly offset: number;
};

const FOUND_LIMIT = 60;

/** A quotation of the text for `found`: its first line, truncated. */
export function quote(text: string): string {
  const line = text.slice(0, FOUND_LIMIT + 1).split('\n', 1)[0]!;
  return cutText(line, FOUND_LIMIT);
}

/** Thrown at the first fault; only `parseXml` catches it. */
export class XmlStop extends Error {
  declare readonly fault: FoundFault;

  constructor(reason: XmlFaultReason, offset: number, found: string | null, expected: string | null = null) {
    super(reason);
    this.name = 'XmlStop';
    this.fault = { reason, offset, found, expected };
  }
}
