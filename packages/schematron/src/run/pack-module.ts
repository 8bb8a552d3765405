import type { XmlNode } from '../xml/index.ts';
import type { RunState } from '../xpath/runtime/index.ts';
import type { Finding } from './finding.ts';
import type { ReportTable } from './report-table.ts';

/** The return value of the pack code when it is loaded. */
export type PackModule = {
  readonly checks: readonly CheckRow[];
  /** The function of each rule, its first assertion number and the number after its last one. */
  readonly rules: readonly (readonly [rule: Handler, from: number, to: number])[];
  readonly cells: number;
  readonly patterns: number;
  /** The patterns that each phase activates; `missing` are referenced ids that match no pattern. */
  readonly phases: Readonly<
    Record<string, { readonly active: readonly number[]; readonly missing: readonly string[]; readonly from?: Test }>
  >;
  readonly defaultPhase: string | null;
  /**
   * Patterns that validate other documents: pattern number, document addresses, first assertion number and the number
   * after the last one.
   */
  readonly documents?: readonly (readonly [
    pattern: number,
    addresses: (node: XmlNode, run: PackRun) => readonly string[],
    checks: readonly [from: number, to: number],
  ])[];
  /** Only in code that was compiled for reports. */
  readonly report?: ReportTable;
  readonly tables: { readonly elements: ElementTable } & Readonly<
    Record<'documents' | 'attributes' | 'texts' | 'comments' | 'instructions', HandlerTable>
  >;
};

/** One assertion; `text` is null if it depends on the node. */
type CheckRow = readonly [
  ruleId: string,
  kind: 'assert' | 'report',
  flag: string | null,
  role: string | null,
  text: string | null,
];

/** The state of one run: `d` in generated code. */
export type PackRun = RunState & {
  readonly checks: readonly CheckRow[];
  readonly findings: Finding[];
  readonly phase: string | null;
  /** The rules that fired, each with the number of findings before it; only in code that was compiled for reports. */
  readonly fired: FiredRule[];
  /** Active patterns, by number. */
  readonly active: readonly boolean[];
  /** The same, without patterns that validate other documents. */
  readonly on: readonly boolean[];
  /** Whether the phase starts at a node; null if it applies everywhere. */
  readonly from: Test | null;
  /** The run on the main document, on which schema variables are evaluated. */
  readonly main: PackRun;
  /** The address of a document that a pattern names; null for the main document. */
  readonly address: string | null;
  /** The document addresses of patterns, by pattern number. */
  readonly documents: Map<number, readonly string[]>;
};

type FiredRule = {
  readonly rule: number;
  readonly node: XmlNode;
  readonly findings: number;
  readonly address: string | null;
  readonly marks: Marks;
};

/** Computed `flag` and `role`. */
export type Marks = { readonly flag?: string; readonly role?: string };

export type Handler = (node: XmlNode, run: PackRun) => void;
/** Reads only the local name. */
type NameTest = (named: { readonly local: string }) => boolean;
export type Test = (node: XmlNode, run: PackRun) => boolean;

/** For nodes other than elements: functions that run the matching rules. */
export type HandlerTable = {
  readonly byName: readonly (readonly [name: number, handler: Handler | null])[];
  readonly otherwise: Handler | null;
};

/** For elements: which rules to try, by name id. */
export type ElementTable = {
  readonly byName: readonly (readonly [name: number, entry: DispatchRow])[];
  readonly otherwise: DispatchRow;
};

/** The candidates of each pattern, in order; the first match wins. */
export type DispatchRow = readonly (readonly [pattern: number, candidates: readonly CandidateRow[]])[];

/**
 * A rule and the alternatives of its context. Each alternative has the test that remains once the ancestor names
 * match, and the part of it that reads only the local name.
 */
export type CandidateRow = readonly [
  rule: Handler,
  ways: readonly (readonly [above: AncestryRow | null, rest: Test | null, named: NameTest | null])[],
];

/**
 * The required ancestors of an element, from its parent outwards: whether the ancestor must be the direct parent of
 * the previous one or any ancestor, and its name id (0: any). Rooted: the last one is the document element.
 */
export type AncestryRow = {
  readonly steps: readonly (readonly [near: boolean, name: number])[];
  readonly rooted: boolean;
};
