import type { ItemType, SequenceType } from '../item-types.ts';

/** A value known at build time: strings, numbers by their lexical form, booleans. */
export type Constant =
  | { readonly type: 'string' | 'integer' | 'decimal' | 'double'; readonly value: string }
  | { readonly type: 'boolean'; readonly value: boolean };

/**
 * What a variable reference compiles to. `js` is a JavaScript expression over `d`, module-level names and the
 * local names listed in `captures`; it may be evaluated more than once, so it must be cheap and pure.
 */
export type VariableBinding = {
  readonly js: string;
  readonly type: SequenceType;
  /** Local JavaScript names in `js`, handed on to hoisted functions. When absent: `js` itself if it is a bare name. */
  readonly captures?: readonly string[];
  /** Whether all nodes in it are surely of the document that is judged. */
  readonly isMain?: boolean | undefined;
  /** `Compiled.constant` of the value, if it has one: turns `=` into a set look-up. */
  readonly constant?: readonly Constant[] | undefined;
};

/** A stylesheet function; called as `js(d, argument, …)` with values in the representation of `parameters`. */
export type FunctionBinding = {
  readonly js: string;
  readonly parameters: readonly SequenceType[];
  readonly result: SequenceType;
};

/** A key (`xsl:key`): `js` gives its index; `item` is the type of the nodes in it. */
export type KeyBinding = { readonly js: string; readonly item: ItemType };

export type Compiled = {
  /** JavaScript expression over `n`, `d` and module-level names, in the representation of `type`. */
  readonly code: string;
  readonly type: SequenceType;
  /** Present when the value is known at build time. */
  readonly constant?: readonly Constant[] | undefined;
  /** Whether all nodes in it are surely of the document that is judged. */
  readonly isMain?: boolean;
  /** Whether the value is the same for every node of a document (depends on neither `n` nor captured names). */
  readonly perRun: boolean;
};

/** An element that must stand above a node. */
export type Ancestor = {
  /** Whether it must be the parent of what stands before it in the list; else it may stand anywhere above that. */
  readonly near: boolean;
  /** JavaScript name of its name id, or null for any name. */
  readonly name: string | null;
};

/** What must stand above a node, by names alone: from its parent outwards, the last one perhaps the document element. */
export type Ancestry = { readonly steps: readonly Ancestor[]; readonly rooted: boolean };

/** One alternative of a match pattern. */
export type PatternBranch = {
  /** Kind of node that can match (`NodeKind`), or null for any. */
  readonly kind: number | null;
  /** JavaScript name of the name id that the node must have, or null for any name. */
  readonly name: string | null;
  /** JavaScript condition over `n` and `d` beyond kind and name, or null when these suffice. */
  readonly test: string | null;
  /** What the test asks of the names above the node. */
  readonly above: Ancestry;
  /** Those parts of the test that ask for the local name and nothing else; null when none does. */
  readonly named: string | null;
  /** The condition that is left where names above are so; null when nothing is. */
  readonly rest: string | null;
};
