import type { XmlNode } from '../xml/index.ts';
import type { RunState } from '../xpath/runtime/index.ts';
import type { Finding } from './finding.ts';
import type { ReportTable } from './report-table.ts';

/** What the code of a pack returns when it is loaded. */
export type PackModule = {
  readonly checks: readonly CheckRow[];
  /** The function of each rule, with its first assertion and the first after it. */
  readonly rules: readonly (readonly [rule: Handler, from: number, to: number])[];
  readonly cells: number;
  readonly patterns: number;
  /** The patterns each phase activates; `missing` are ids that it names and no pattern has. */
  readonly phases: Readonly<
    Record<string, { readonly active: readonly number[]; readonly missing: readonly string[]; readonly from?: Test }>
  >;
  readonly defaultPhase: string | null;
  /** Patterns that judge other documents: number, addresses of these, its first assertion and the first after it. */
  readonly documents?: readonly (readonly [
    pattern: number,
    addresses: (node: XmlNode, run: PackRun) => readonly string[],
    checks: readonly [from: number, to: number],
  ])[];
  /** Only of code that was compiled for reports. */
  readonly report?: ReportTable;
  readonly tables: { readonly elements: ElementTable } & Readonly<
    Record<'documents' | 'attributes' | 'texts' | 'comments' | 'instructions', HandlerTable>
  >;
};

/** One assertion; `text` is null when it depends on the node. */
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
  /** The rules that fired, with the number of findings before; filled by code that was compiled for reports. */
  readonly fired: FiredRule[];
  /** Whether the pattern of that number is active. */
  readonly active: readonly boolean[];
  /** The same, without those that judge other documents. */
  readonly on: readonly boolean[];
  /** Whether the phase begins at a node; null where it applies everywhere. */
  readonly from: Test | null;
  /** The run over the document at hand: what variables of the schema are evaluated on. */
  readonly main: PackRun;
  /** Of a document that a pattern names: its address there; null for the one at hand. */
  readonly address: string | null;
  /** The addresses that patterns gave, by their numbers. */
  readonly documents: Map<number, readonly string[]>;
};

type FiredRule = {
  readonly rule: number;
  readonly node: XmlNode;
  readonly findings: number;
  readonly address: string | null;
  readonly marks: Marks;
};

/** `flag` and `role`, where they are computed. */
export type Marks = { readonly flag?: string; readonly role?: string };

export type Handler = (node: XmlNode, run: PackRun) => void;
/** Reads the local name and nothing else. */
type NameTest = (named: { readonly local: string }) => boolean;
export type Test = (node: XmlNode, run: PackRun) => boolean;

/** For nodes that are no elements: what runs the rules that match them. */
export type HandlerTable = {
  readonly byName: readonly (readonly [name: number, handler: Handler | null])[];
  readonly otherwise: Handler | null;
};

/** For elements: which rules to try, by name id. */
export type ElementTable = {
  readonly byName: readonly (readonly [name: number, entry: DispatchRow])[];
  readonly otherwise: DispatchRow;
};

/** The candidates of each pattern, in order; the first that matches counts. */
export type DispatchRow = readonly (readonly [pattern: number, candidates: readonly CandidateRow[]])[];

/**
 * A rule that matches in one of these ways, each with what is left to test when the names above are right, and with
 * what of it asks for the local name alone.
 */
export type CandidateRow = readonly [
  rule: Handler,
  ways: readonly (readonly [above: AncestryRow | null, rest: Test | null, named: NameTest | null])[],
];

/**
 * What must stand above an element, from its parent outwards: whether right there or anywhere further out, and its
 * name id, 0 for any. Rooted: the last one is the document element.
 */
export type AncestryRow = {
  readonly steps: readonly (readonly [near: boolean, name: number])[];
  readonly rooted: boolean;
};
