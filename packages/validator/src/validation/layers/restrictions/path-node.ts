import type { Restriction } from './read-restrictions.ts';

/** Where a path has got to: what is counted here, and where it may go on. All keys are name ids of the tree. */
export type PathNode = {
  readonly next: Map<number, PathNode>;
  /** Indexes into the restrictions of the place: an element here is an occurrence of them. */
  readonly elements: number[];
  readonly attributes: Map<number, number[]>;
  /** An element here is a place in which restrictions are counted. */
  place: CountedPlace | null;
};

/** A kind of place, with the restrictions that are counted in it. */
export type CountedPlace = {
  readonly restrictions: Restriction[];
  readonly root: PathNode;
  /** Indexes of those that ask for an occurrence. */
  readonly required: number[];
};
