import type { Fix, Issue, Text } from './issue.ts';
import type { Layer } from './layer.ts';

/** Version of the form that `semantic_digest` hashes; digests of different versions must not be compared. */
export const SEMANTIC_DIGEST_VERSION = 1;

export const DOCUMENT_TYPES = ['ubl-invoice', 'ubl-creditnote', 'cii', 'unknown'] as const;

export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Data of the invoice; missing values are null. */
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

/**
 * Machine-readable reasons why a layer was skipped. Stable.
 *
 * - `not_requested`: the request did not include the layer;
 * - `not_well_formed`: the file is not well-formed XML;
 * - `document_missing`: the envelope contains no document;
 * - `document_type_unsupported`: the document is not a UBL 2.1 invoice or credit note;
 * - `envelope_missing`: the file has no envelope;
 * - `ruleset_not_installed`: no installed rules apply to the specification of the document.
 */
export const SKIP_CODES = [
  'not_requested',
  'not_well_formed',
  'document_missing',
  'document_type_unsupported',
  'envelope_missing',
  'ruleset_not_installed',
] as const;

export type SkipCode = (typeof SKIP_CODES)[number];

export type SkippedLayer = {
  readonly layer: Layer;
  readonly code: SkipCode;
  readonly reason: Text;
};

/**
 * Coverage of the document's specification by the applied rules:
 *
 * - `full`: all rules of the specification;
 * - `base`: only the rules of EN 16931, which the specification restricts or extends;
 * - `none`: no rules apply, or the file could not be validated;
 * - `asked`: the rules that the caller requested, regardless of the document.
 */
export const COVERAGES = ['full', 'base', 'none', 'asked'] as const;

export type Coverage = (typeof COVERAGES)[number];

/** The rules that were applied. */
export type AppliedRuleset = {
  readonly id: string;
  readonly version: string;
  /** The rule packs of the rule set, with their releases. */
  readonly packs: readonly { readonly id: string; readonly version: string }[];
  readonly coverage: Coverage;
  readonly layers: readonly Layer[];
  readonly skipped: readonly SkippedLayer[];
};

export const EDIT_OPERATIONS = ['replace', 'insert', 'remove', 'move'] as const;

/** One change to an XML file, for review before it is applied. */
export type PatchEdit = {
  readonly op: (typeof EDIT_OPERATIONS)[number];
  /** Path of the changed node; for an insertion, of the new element or attribute. */
  readonly xpath: string;
  /** Previous text, value or XML; for a move, the path of the element that it currently follows. */
  readonly before: string | null;
  /** New text, value or XML; for a move, the path of the element that it will follow. */
  readonly after: string | null;
};

/**
 * Categories of changed data, most significant first: amounts due (BT-112 to BT-115, the currency), tax, line
 * amounts, quantities and totals, parties and their accounts, the declared specification, process or type.
 */
export const CHANGES = ['amount_due', 'tax', 'line', 'party', 'specification', 'none'] as const;

export type Change = (typeof CHANGES)[number];

/** A possible correction, tested on a copy. The service never applies it. */
export type Correction = {
  /** Stable id of the detection method; of several corrections by the same method, the second ends in `-2`, and so on. */
  readonly id: string;
  readonly title: Text;
  readonly patch: readonly PatchEdit[];
  /** Indexes of the issues that it resolves. */
  readonly resolves: readonly number[];
  /** True if no fatal issue remains after this correction. */
  readonly makes_valid: boolean;
  /** Only `none` if it touches no other category. */
  readonly changes: readonly Change[];
  /** Meaning of the correction, and what to check before choosing it. */
  readonly note: Text | null;
  /** Differences that it makes, as decimals: of the amount due (BT-115) and of the VAT total (BT-110). */
  readonly money: { readonly amount_due: string; readonly tax: string };
};

/** A yes/no question about the books; each answer keeps some of the corrections, by id. */
export type Question = {
  readonly id: string;
  readonly text: Text;
  readonly answers: readonly { readonly id: string; readonly text: Text; readonly keeps: readonly string[] }[];
};

/** Issues with a common cause. */
export type RootCause = {
  readonly id: string;
  readonly title: Text;
  readonly explanation: Text;
  /** The fix, with variants for two audiences: for the accounting software and for the XML. */
  readonly fix: Fix;
  readonly issue_indexes: readonly number[];
  readonly rule_ids: readonly string[];
  readonly location: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** True if there is exactly one correction, it resolves all issues of this cause, and it changes only `none`. */
  readonly proven: boolean;
  /** All minimal corrections that introduced no new issue when tested, best first. There may be alternatives. */
  readonly corrections: readonly Correction[];
  /** At most two; the answers leave one of several corrections. Absent if there are no such questions. */
  readonly questions?: readonly Question[];
  /** The patch of the correction, if it is proven. */
  readonly patch?: readonly PatchEdit[];
  /** The other fields of the proven correction. */
  readonly resolves?: readonly number[];
  readonly makes_valid?: boolean;
  readonly changes_amount_due?: boolean;
};

/** Comparison with another rule set, or with the rules of another day. */
export type Comparison = {
  readonly valid: boolean;
  readonly ruleset: AppliedRuleset;
  /** Issues of the result that the other rules do not report at that location and level. */
  readonly only_here: readonly Issue[];
  /** Issues that only the other rules report. */
  readonly only_there: readonly Issue[];
  /** False if one of the results omits issues because of the limit, so that the lists may be incomplete. */
  readonly complete: boolean;
};

/** Validation result of one file (contract, section 2). */
export type FileResult = {
  readonly filename: string | null;
  /** Lowercase hex of the submitted bytes. */
  readonly sha256: string;
  /**
   * SHA-256 of all business terms, lowercase hex: equal for documents in UBL and CII with the same content. Null if no
   * terms can be read; absent if the validator does not compute it.
   */
  readonly semantic_digest?: string | null;
  readonly semantic_digest_version?: number;
  readonly valid: boolean;
  readonly document_type: DocumentType;
  readonly sbdh: boolean;
  readonly summary: Summary;
  readonly fatal_count: number;
  readonly warning_count: number;
  readonly info_count: number;
  readonly ruleset: AppliedRuleset;
  readonly issues: readonly Issue[];
  /** Number of issues omitted because of the limit; the counts include them. */
  readonly issues_left_out?: number;
  readonly root_causes: readonly RootCause[];
  /** Corrections were not tested because validation had used up its CPU time; the verdict is complete. */
  readonly corrections_left_out?: true;
  /** Present if a comparison was requested. */
  readonly comparison?: Comparison;
  readonly duration_ms: number;
};
