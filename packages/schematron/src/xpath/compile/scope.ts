import type { ItemType, SequenceType } from '../item-types.ts';

/** A compile-time constant: strings, numbers by their lexical form, booleans. */
export type Constant =
  | { readonly type: 'string' | 'integer' | 'decimal' | 'double'; readonly value: string }
  | { readonly type: 'boolean'; readonly value: boolean };

/**
 * What a variable reference compiles to. `js` is a JavaScript expression over `d`, module-level names and the local
 * names listed in `captures`; it may be evaluated more than once, so it must be cheap and pure.
 */
export type VariableBinding = {
  readonly js: string;
  readonly type: SequenceType;
  /** Local JavaScript names in `js`, passed to hoisted functions. If undefined: `js` itself if it is a bare name. */
  readonly captures?: readonly string[];
  /** Whether all its nodes certainly belong to the main document. */
  readonly isMain?: boolean | undefined;
  /** `Compiled.constant` of the value, if it has one: turns `=` into a set lookup. */
  readonly constant?: readonly Constant[] | undefined;
};

/** A stylesheet function, called as `js(d, argument, …)` with values in the representation of `parameters`. */
export type FunctionBinding = {
  readonly js: string;
  readonly parameters: readonly SequenceType[];
  readonly result: SequenceType;
};

/** A key (`xsl:key`): `js` is the code of its index; `item` is the type of the nodes in it. */
export type KeyBinding = { readonly js: string; readonly item: ItemType };

export type Compiled = {
  /** JavaScript expression over `n`, `d` and module-level names, in the representation of `type`. */
  readonly code: string;
  readonly type: SequenceType;
  /** Defined if the value is known at compile time. */
  readonly constant?: readonly Constant[] | undefined;
  /** Whether all its nodes certainly belong to the main document. */
  readonly isMain?: boolean;
  /** Whether the value is the same for every node of a document (depends on neither `n` nor captured names). */
  readonly perRun: boolean;
};

/** A required ancestor of a node. */
export type Ancestor = {
  /** Whether it must be the parent of the preceding list entry; otherwise it may be any ancestor of it. */
  readonly near: boolean;
  /** JavaScript name of its name id, or null for any name. */
  readonly name: string | null;
};

/**
 * The required names of the ancestors, from the parent outwards; if `rooted`, the last one is the document element.
 */
export type Ancestry = { readonly steps: readonly Ancestor[]; readonly rooted: boolean };

/** One alternative of a match pattern. */
export type PatternBranch = {
  /** Kind of node that can match (`NodeKind`), or null for any. */
  readonly kind: number | null;
  /** JavaScript name of the name id that the node must have, or null for any name. */
  readonly name: string | null;
  /** JavaScript condition over `n` and `d` beyond kind and name, or null if these are sufficient. */
  readonly test: string | null;
  /** The requirements of the test on the names of the ancestors. */
  readonly above: Ancestry;
  /** The parts of the test that read only the local name, or null. */
  readonly named: string | null;
  /** The condition that remains once the ancestor names match, or null. */
  readonly rest: string | null;
};
