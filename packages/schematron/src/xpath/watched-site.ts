import type { ItemType } from './item-types.ts';

/** A value that stands in the expression itself. */
export type Literal = { readonly type: string; readonly value: string | boolean };

/** A sub-expression of an assertion: what is known of it before anything is evaluated. */
export type WatchedSite = {
  /** The construct: `andOp`, `pathExpr` …; `fn:` and a name for standard functions, `call` for those of the schema. */
  readonly kind: string;
  /** As it is written in the schema. */
  readonly text: string;
  /** The type of its items. */
  readonly item: ItemType;
  /** Its operands by their numbers, or literals; of `some` and `every` the condition first, then the sequences. */
  readonly parts: readonly (number | readonly Literal[])[];
  /** Of a path: its predicates, by their numbers. */
  readonly predicates: readonly number[];
  /** A path that only goes down, by predicates that count no positions: whether a node is in it is told by those on the way to it. */
  readonly goesDown: boolean;
};
