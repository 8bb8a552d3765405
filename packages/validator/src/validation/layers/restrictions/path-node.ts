import type { Restriction } from './read-restrictions.ts';

/** A node in the tree of paths. All keys are ids of the name pool. */
export type PathNode = {
  readonly next: Map<number, PathNode>;
  /** Restrictions, by index in their scope, of which an element at this node is an occurrence. */
  readonly elements: number[];
  readonly attributes: Map<number, number[]>;
  /** Set when an element at this node is a scope in which occurrences are counted. */
  place: CountedPlace | null;
};

/** A kind of scope, with the restrictions that are counted in it. */
export type CountedPlace = {
  readonly restrictions: Restriction[];
  readonly root: PathNode;
  /** Indexes of the restrictions with a minimum above zero. */
  readonly required: number[];
};
