import type { Restriction } from './read-restrictions.ts';

/** A node in the tree of paths. Keys that are numbers are ids of the name pool. */
export type PathNode = {
  readonly next: Map<number, PathNode>;
  /** The nodes of steps that match the end of a name, by the step as written in `Step`. */
  readonly byEnd: Map<string, NameEnd>;
  /** Restrictions, by index in their scope, of which an element at this node is an occurrence. */
  readonly elements: number[];
  readonly attributes: Map<number, number[]>;
  /** The scopes that an element at this node opens, unless another node excludes it. */
  readonly places: CountedPlace[];
  /** The scopes that an element at this node does not open. */
  readonly excluded: CountedPlace[];
};

/** A step to all local names that end with a text. */
export type NameEnd = {
  /** Null: any namespace. */
  readonly uri: string | null;
  readonly end: string;
  readonly node: PathNode;
};

/** A kind of scope, with the restrictions that are counted in it. */
export type CountedPlace = {
  readonly restrictions: Restriction[];
  readonly root: PathNode;
  /** Indexes of the restrictions with a minimum above zero. */
  readonly required: number[];
};
