import type { Fix, Issue, Text } from './issue.ts';
import type { Layer } from './layer.ts';

export const DOCUMENT_TYPES = ['ubl-invoice', 'ubl-creditnote', 'cii', 'unknown'] as const;

export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** What the file says of itself; each null when absent. */
export type Summary = {
  readonly invoice_id: string | null;
  readonly currency: string | null;
  readonly detected_profile: string | null;
  readonly issue_date: string | null;
  readonly seller_name: string | null;
  readonly buyer_name: string | null;
  readonly payable_amount: string | null;
  readonly line_count: number | null;
};

export type SkippedLayer = {
  readonly layer: Layer;
  readonly reason: Text;
};

/**
 * How much of the document's own specification was judged. `full`: every rule that it has. `base`: it narrows or extends
 * EN 16931, whose rules alone were judged. `none`: no rules are meant for it, or nothing could be judged. `asked`: what
 * the caller asked for, whatever the document is.
 */
export const COVERAGES = ['full', 'base', 'none', 'asked'] as const;

export type Coverage = (typeof COVERAGES)[number];

/** Exactly what was applied. */
export type AppliedRuleset = {
  readonly id: string;
  readonly version: string;
  /** The rule packs behind the ruleset, with their releases. */
  readonly packs: readonly { readonly id: string; readonly version: string }[];
  readonly coverage: Coverage;
  readonly layers: readonly Layer[];
  readonly skipped: readonly SkippedLayer[];
};

export const EDIT_OPERATIONS = ['replace', 'insert', 'remove', 'move'] as const;

/** One change of an XML file, to be read by a person before it is made. */
export type PatchEdit = {
  readonly op: (typeof EDIT_OPERATIONS)[number];
  /** What is changed; of an insertion, where the new element or attribute will stand. */
  readonly xpath: string;
  /** The text, value or XML that is there; of a move, the path of the element that it stands behind now. */
  readonly before: string | null;
  /** What will be there; of a move, the path of the element that it will stand behind. */
  readonly after: string | null;
};

/**
 * What a correction touches, the weightiest first: what is to be paid (BT-112 to BT-115, the currency), tax, amounts and
 * quantities of lines and of their totals, parties and their accounts, the claimed specification, process or type.
 */
export const CHANGES = ['amount_due', 'tax', 'line', 'party', 'specification', 'none'] as const;

export type Change = (typeof CHANGES)[number];

/** One way to correct a mistake, tried on a copy; never carried out by the service. */
export type Correction = {
  /** How it was found: stable, one of the operators of the root causes. */
  readonly id: string;
  readonly title: Text;
  readonly patch: readonly PatchEdit[];
  /** Indexes of the issues that vanish with it. */
  readonly resolves: readonly number[];
  /** It alone leaves no fatal issue. */
  readonly makes_valid: boolean;
  /** `none` alone where it touches nothing of the others. */
  readonly changes: readonly Change[];
  /** What it would mean, and what to compare before choosing it. */
  readonly note: Text | null;
};

/** Issues with one origin, told once. */
export type RootCause = {
  readonly id: string;
  readonly title: Text;
  readonly explanation: Text;
  /** One text, and the same for two readers: what to do in the software and on the invoice, what to write in the XML. */
  readonly fix: Fix;
  readonly issue_indexes: readonly number[];
  readonly rule_ids: readonly string[];
  readonly location: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** There is one correction alone, it leaves no issue of this cause, and it changes `none`. */
  readonly proven: boolean;
  /** Every smallest correction that was tried and brought nothing new, best first; several stand side by side. */
  readonly corrections: readonly Correction[];
  /** The patch of the correction, where it is proven. */
  readonly patch?: readonly PatchEdit[];
  /** The same of its other fields. */
  readonly resolves?: readonly number[];
  readonly makes_valid?: boolean;
  readonly changes_amount_due?: boolean;
};

/** What another rule set, or that of another day, says of the same file. */
export type Comparison = {
  readonly valid: boolean;
  readonly ruleset: AppliedRuleset;
  /** Issues of the result that the other rules do not find there, of that weight. */
  readonly only_here: readonly Issue[];
  /** Issues that the other rules find and the result does not have. */
  readonly only_there: readonly Issue[];
  /** False: one of the two has more issues than are told, so that the lists say only what can be seen. */
  readonly complete: boolean;
};

/** What validation says of one file: the contract's section 2. */
export type FileResult = {
  readonly filename: string | null;
  /** Lowercase hex of the submitted bytes. */
  readonly sha256: string;
  readonly valid: boolean;
  readonly document_type: DocumentType;
  readonly sbdh: boolean;
  readonly summary: Summary;
  readonly fatal_count: number;
  readonly warning_count: number;
  readonly info_count: number;
  readonly ruleset: AppliedRuleset;
  readonly issues: readonly Issue[];
  /** How many more there are, when they are too many to be told; the counts count them all. */
  readonly issues_left_out?: number;
  readonly root_causes: readonly RootCause[];
  /** Corrections were not tried because the validation had used its processor time; the verdict is complete. */
  readonly corrections_left_out?: true;
  /** Where a comparison was asked for. */
  readonly comparison?: Comparison;
  readonly duration_ms: number;
};
