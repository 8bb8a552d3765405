import type { PatternBranch } from '../xpath/compile/index.ts';

/**
 * A rule that may match a node of a known kind and name: always (`tests` is null) or when one of the tests passes.
 * `ways` are its alternatives, for callers that know the ancestor names.
 */
export type Candidate = {
  readonly rule: number;
  readonly tests: readonly string[] | null;
  readonly ways: readonly PatternBranch[];
};

/** The candidates of each pattern for one node kind and name, in order; the first match wins. */
export type DispatchEntry = readonly { readonly pattern: number; readonly candidates: readonly Candidate[] }[];

export type KindPlan = {
  /** Keyed by the JavaScript name of the name id, in order of first appearance. */
  readonly byName: ReadonlyMap<string, DispatchEntry>;
  /** For nodes with any other name. */
  readonly otherwise: DispatchEntry;
};

/** Which rules to try at which nodes: one walk over the document serves all patterns. Keys are `NodeKind`. */
export type Plan = ReadonlyMap<number, KindPlan>;

const KINDS = [9, 1, 2, 3, 8, 7];

/** Builds the plan from the match patterns of all rules (`[pattern][rule]` → alternatives). */
export function planWalk(contexts: readonly (readonly (readonly PatternBranch[])[])[]): Plan {
  const plan = new Map<number, KindPlan>();
  for (const kind of KINDS) {
    const names = new Set<string>();
    for (const branch of contexts.flat(2)) {
      if (branch.name !== null && canBe(branch, kind)) names.add(branch.name);
    }
    const byName = new Map([...names].map((name) => [name, planEntry(contexts, kind, name)]));
    plan.set(kind, { byName, otherwise: planEntry(contexts, kind, null) });
  }
  return plan;
}

const canBe = (branch: PatternBranch, kind: number): boolean => branch.kind === null || branch.kind === kind;

function planEntry(
  contexts: readonly (readonly (readonly PatternBranch[])[])[],
  kind: number,
  name: string | null,
): DispatchEntry {
  return contexts.flatMap((rules, pattern) => {
    const candidates: Candidate[] = [];
    for (const [rule, branches] of rules.entries()) {
      const possible = branches.filter(
        (branch) => canBe(branch, kind) && (branch.name === null || branch.name === name),
      );
      if (possible.length === 0) continue;
      const sure = possible.some(({ test }) => test === null);
      const tests = sure ? null : [...new Set(possible.map(({ test }) => test!))];
      candidates.push({ rule, tests, ways: possible });
      if (sure) break;
    }
    return candidates.length === 0 ? [] : [{ pattern, candidates }];
  });
}
