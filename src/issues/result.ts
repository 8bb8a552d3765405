import type { Issue, Text } from './issue.ts';
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

/** Exactly what was applied. */
export type AppliedRuleset = {
  readonly id: string;
  readonly version: string;
  /** The rule packs behind the ruleset, with their releases. */
  readonly packs: readonly { readonly id: string; readonly version: string }[];
  readonly layers: readonly Layer[];
  readonly skipped: readonly SkippedLayer[];
};

/** Issues with one origin, told once. */
export type RootCause = {
  readonly id: string;
  readonly title: Text;
  readonly explanation: Text;
  readonly fix: Text;
  readonly issue_indexes: readonly number[];
  readonly rule_ids: readonly string[];
  readonly location: string;
  /** From 0 to 1. */
  readonly confidence: number;
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
  readonly duration_ms: number;
};
