import type { XmlNode } from '../xml/index.ts';

/** A failed assertion, a report that fired, or an assertion that could not be decided. */
export type Finding = {
  readonly ruleId: string;
  readonly flag: string | null;
  readonly role: string | null;
  readonly kind: 'assert' | 'report';
  /** The node that the rule matched. */
  readonly node: XmlNode;
  /** The assertion's text with its values put in; evaluated when called. */
  readonly text: () => string;
  /** The texts of the diagnostics it refers to. */
  readonly diagnostics: () => string[];
  /** The dynamic error that left the outcome open; null when the outcome is known. */
  readonly undetermined: { readonly code: string; readonly message: string } | null;
};
