/**
 * A parsed Schematron schema: includes, abstract patterns, abstract rules and `extends` are resolved; every
 * expression has its source position.
 */
export type SourcePosition = { readonly file: string; readonly line: number; readonly column: number };

/** The text of an XPath expression, a match pattern or a sequence type, as written. */
export type Source = {
  readonly text: string;
  readonly place: SourcePosition;
  /**
   * Prefixes that an included part inherits from its own schema; they take precedence over those of the main schema.
   */
  readonly namespaces?: Readonly<Record<string, string>>;
};

export type QueryBinding = 'xslt' | 'xslt2' | 'xslt3';

export type Let = {
  readonly name: string;
  readonly value: Source;
  readonly as: Source | null;
  /** Content instead of an expression (ISO 19757-3, 5.4.5): nodes, or a tree for XSLT 1.0. */
  readonly content?: { readonly xml: string; readonly isTree: boolean };
};

/** Part of an assertion text: literal, `value-of`, or `name`. */
export type TextPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'value'; readonly select: Source };

/** Attributes that do not affect validation and appear in reports: see, fpi, icon, role, language … */
export type Remarks = Readonly<Record<string, string>>;

export type Diagnostic = { readonly id: string; readonly text: readonly TextPart[]; readonly remarks: Remarks };

/** `property` (ISO 19757-3, 5.4.10): text, and copies of nodes of the document. */
export type Property = {
  readonly id: string;
  readonly text: readonly (TextPart | { readonly kind: 'copy'; readonly select: Source })[];
  readonly remarks: Remarks;
  /** `role` if it is computed. */
  readonly role: Template | null;
};

/** The value of an attribute with expressions in braces (an attribute value template of XSLT). */
export type Template = readonly TextPart[];

export type Check = {
  /** The rule id of findings: `@id`, or an id derived from the position in the schema. */
  readonly id: string;
  readonly kind: 'assert' | 'report';
  readonly test: Source;
  readonly flag: string | null;
  readonly role: string | null;
  /** `flag` and `role` if they are computed. */
  readonly computed: Marks;
  readonly see: string | null;
  readonly fpi: string | null;
  readonly text: readonly TextPart[];
  readonly diagnostics: readonly Diagnostic[];
  readonly properties: readonly Property[];
  /** Includes `id` if the assertion has its own. */
  readonly remarks: Remarks;
};

/** Attributes whose values are computed for each node. */
export type Marks = { readonly flag?: Template; readonly role?: Template };

export type Rule = {
  readonly id: string;
  readonly context: Source;
  /** The items on which the variables and assertions are evaluated one by one; null for the matched node itself. */
  readonly visitEach: Source | null;
  readonly computed: Marks;
  readonly lets: readonly Let[];
  readonly checks: readonly Check[];
  readonly remarks: Remarks;
};

export type Pattern = {
  readonly id: string;
  /**
   * Addresses of the documents to validate instead (5.4.9), evaluated on the main document; null for the main
   * document.
   */
  readonly documents: Source | null;
  readonly lets: readonly Let[];
  readonly rules: readonly Rule[];
  readonly remarks: Remarks;
};

export type Phase = {
  readonly id: string;
  /** Match pattern of the nodes to whose subtrees the phase applies; null for everywhere. */
  readonly from: Source | null;
  readonly lets: readonly Let[];
  /** Ids of the active patterns. */
  readonly active: readonly string[];
};

/** `xsl:function`: the body is one XPath expression (see `read-function.ts`). */
export type StylesheetFunction = {
  readonly uri: string;
  readonly local: string;
  readonly parameters: readonly { readonly name: string; readonly as: Source | null }[];
  readonly as: Source | null;
  readonly body: Source;
  readonly namespaces: Readonly<Record<string, string>>;
};

/** `xsl:key`; declarations with the same name form one key. */
export type StylesheetKey = {
  readonly uri: string;
  readonly local: string;
  /** A match pattern. */
  readonly match: Source;
  readonly use: Source;
  readonly namespaces: Readonly<Record<string, string>>;
};

export type Schema = {
  readonly title: string | null;
  readonly version: string | null;
  /** As declared by `ns`. */
  readonly prefixes: Readonly<Record<string, string>>;
  readonly queryBinding: QueryBinding;
  readonly namespaces: Readonly<Record<string, string>>;
  readonly lets: readonly Let[];
  readonly functions: readonly StylesheetFunction[];
  readonly keys: readonly StylesheetKey[];
  readonly defaultPhase: string | null;
  readonly phases: readonly Phase[];
  readonly patterns: readonly Pattern[];
  /**
   * XML files that expressions reference by a literal (`document('list.xml')`), by path: the text, or why it is
   * missing.
   */
  readonly documents: ReadonlyMap<string, { readonly xml: string } | { readonly reason: string }>;
};
