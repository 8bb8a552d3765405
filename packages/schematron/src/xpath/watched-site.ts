import type { ItemType } from './item-types.ts';

/** A literal in the expression. */
export type Literal = { readonly type: string; readonly value: string | boolean };

/** Static facts about a sub-expression of an assertion. */
export type WatchedSite = {
  /**
   * The construct: `andOp`, `pathExpr` …; `fn:` and a name for standard functions, `call` for those of the schema.
   */
  readonly kind: string;
  /** As written in the schema. */
  readonly text: string;
  /** The type of its items. */
  readonly item: ItemType;
  /**
   * Its operands: numbers of other sites, or literals; for `some` and `every` the condition first, then the
   * sequences.
   */
  readonly parts: readonly (number | readonly Literal[])[];
  /** For a path: the numbers of its predicates. */
  readonly predicates: readonly number[];
  /**
   * A path that only descends and whose predicates do not use positions: whether it selects a node depends only on
   * the nodes on the way to it.
   */
  readonly goesDown: boolean;
};
