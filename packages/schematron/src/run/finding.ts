import type { XmlDocument, XmlNode } from '../xml/index.ts';

/** Part of a property: text, a copied node, or its computed role. */
export type PropertyPart = string | XmlNode | { readonly role: string };

/** A failed assertion, a successful report, or an assertion that could not be evaluated. */
export type Finding = {
  /** The assertion number in the generated code. */
  readonly check: number;
  readonly ruleId: string;
  readonly flag: string | null;
  readonly role: string | null;
  readonly kind: 'assert' | 'report';
  /** The node that the rule matched. */
  readonly node: XmlNode;
  /** The document of the node if a pattern named another than the main one, otherwise null. */
  readonly document: { readonly address: string; readonly tree: XmlDocument } | null;
  /** Returns the text of the assertion with its values inserted; evaluated on each call. */
  readonly text: () => string;
  /** The texts of the referenced diagnostics. */
  readonly diagnostics: () => string[];
  /** The contents of the referenced properties; only if the code was compiled for reports. */
  readonly properties: () => readonly (readonly PropertyPart[])[];
  /** The dynamic error that prevented evaluation; null if the outcome is known. */
  readonly undetermined: { readonly code: string; readonly message: string } | null;
};
