import type { XmlDocument, XmlNode } from '../xml/index.ts';

/** Of a property: text, a copied node, or its role where that is computed. */
export type PropertyPart = string | XmlNode | { readonly role: string };

/** A failed assertion, a report that fired, or an assertion that could not be decided. */
export type Finding = {
  /** The number of the assertion in the code. */
  readonly check: number;
  readonly ruleId: string;
  readonly flag: string | null;
  readonly role: string | null;
  readonly kind: 'assert' | 'report';
  /** The node that the rule matched. */
  readonly node: XmlNode;
  /** The document it is of, when a pattern named another than the one at hand. */
  readonly document: { readonly address: string; readonly tree: XmlDocument } | null;
  /** The assertion's text with its values put in; evaluated when called. */
  readonly text: () => string;
  /** The texts of the diagnostics it refers to. */
  readonly diagnostics: () => string[];
  /** The contents of the properties it refers to, where the code was compiled for reports. */
  readonly properties: () => readonly (readonly PropertyPart[])[];
  /** The dynamic error that left the outcome open; null when the outcome is known. */
  readonly undetermined: { readonly code: string; readonly message: string } | null;
};
