import { UNKNOWN_NAME } from '../xml/index.ts';
import type { AncestryRow, CandidateRow, DispatchRow, ElementTable, Handler, Test } from './pack-module.ts';

/**
 * Rules of one pattern that remain to be tried at a trie node, in order; the rule always matches if `tests` is null.
 */
export type Candidate = {
  /** Index of the pack among those walked together, and of its pattern. */
  readonly pack: number;
  readonly pattern: number;
  readonly rule: Handler;
  readonly tests: readonly Test[] | null;
  readonly otherwise: Candidate | null;
};

/** Elements whose name is not declared share one trie node, whatever their local names. */
type Named = { readonly name: number; readonly local: string };

const NO_NAME: Named = { name: UNKNOWN_NAME, local: '' };
const NO_CANDIDATES: readonly Candidate[] = [];

/** Maximum number of trie nodes cached across documents; invoices need a few hundred. */
const MAX_NODES = 5_000;
/** Above this number of children, an index replaces the linear search. */
const FEW_NODES = 12;

/**
 * A path of element names from the document element, with the rules that may match an element there. The name tests
 * of match patterns are evaluated once per path, for all elements of all documents with that path.
 */
export class PathNode {
  declare readonly name: number;
  declare readonly local: string;
  declare readonly above: PathNode | null;
  declare readonly candidates: readonly Candidate[];
  readonly #owner: PathTrie;
  readonly #next: PathNode[] = [];
  #index: Map<number, PathNode> | null = null;
  /** Position of the last child found: the next lookup usually has the same name or the following one. */
  #at = 0;

  constructor(owner: PathTrie, { name, local }: Named, above: PathNode | null) {
    this.#owner = owner;
    this.name = name;
    this.local = local;
    this.above = above;
    this.candidates = above === null ? NO_CANDIDATES : owner.candidatesAt(this);
  }

  /** The trie node of a child with that name. */
  of(child: Named): PathNode {
    const { name } = child;
    const next = this.#next;
    for (let at = this.#at; at < this.#at + 2 && at < next.length; at++) {
      const node = next[at]!;
      if (node.name !== name) continue;
      this.#at = at;
      return node;
    }
    return this.#find(name) ?? this.#make(child);
  }

  #find(name: number): PathNode | undefined {
    if (this.#index !== null) return this.#index.get(name);
    const at = this.#next.findIndex((node) => node.name === name);
    if (at >= 0) this.#at = at;
    return this.#next[at];
  }

  #make(child: Named): PathNode {
    const made = new PathNode(this.#owner, child, this);
    if (!this.#owner.takeRoom()) return made;
    this.#at = this.#next.push(made) - 1;
    if (this.#index !== null) this.#index.set(child.name, made);
    else if (this.#next.length > FEW_NODES) this.#index = new Map(this.#next.map((node) => [node.name, node]));
    return made;
  }
}

/** The paths of names for packs that are walked together. */
export class PathTrie {
  #nodeCount = 0;
  #root: PathNode;
  readonly #entries: readonly { readonly byName: ReadonlyMap<number, DispatchRow>; readonly otherwise: DispatchRow }[];
  /** Interned candidate lists: most nodes share a few lists, and sharing keeps them in the processor cache. */
  readonly #candidates = new Map<string, Candidate>();
  readonly #lists = new Map<string, readonly Candidate[]>();

  constructor(tables: readonly ElementTable[]) {
    this.#entries = tables.map(({ byName, otherwise }) => ({ byName: new Map(byName), otherwise }));
    this.#root = new PathNode(this, NO_NAME, null);
  }

  /** The node of the empty path. Clears the trie if the previous document had too many paths. */
  root(): PathNode {
    if (this.#nodeCount >= MAX_NODES) {
      this.#nodeCount = 0;
      this.#root = new PathNode(this, NO_NAME, null);
      this.#candidates.clear();
      this.#lists.clear();
    }
    return this.#root;
  }

  /** Whether one more node may be cached. */
  takeRoom(): boolean {
    if (this.#nodeCount >= MAX_NODES) return false;
    this.#nodeCount += 1;
    return true;
  }

  candidatesAt(node: PathNode): readonly Candidate[] {
    const keys: string[] = [];
    const candidates: Candidate[] = [];
    for (const [pack, { byName, otherwise }] of this.#entries.entries()) {
      for (const [pattern, rows] of byName.get(node.name) ?? otherwise) {
        const open = openAt(node, rows);
        if (open.length === 0) continue;
        const [key, candidate] = this.#candidate(pack, pattern, open);
        keys.push(key);
        candidates.push(candidate);
      }
    }
    return once(this.#lists, keys.join(';'), () => candidates);
  }

  #candidate(pack: number, pattern: number, open: readonly Open[]): readonly [key: string, candidate: Candidate] {
    const [{ rule, tests }, ...others] = open as [Open, ...Open[]];
    const [rest, otherwise] = others.length === 0 ? ['', null] : this.#candidate(pack, pattern, others);
    // The functions of a pack have unique names.
    const key = `${pack} ${pattern} ${rule.name}(${tests?.map(({ name }) => name)}) ${rest}`;
    return [key, once(this.#candidates, key, () => ({ pack, pattern, rule, tests, otherwise }))];
  }
}

function once<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

type Open = { readonly rule: Handler; readonly tests: readonly Test[] | null };

/** The candidates that names do not rule out at the node, up to the first that always matches. */
function openAt(node: PathNode, rows: readonly CandidateRow[]): Open[] {
  const open: Open[] = [];
  for (const [rule, ways] of rows) {
    const left = ways.filter(
      ([above, , named]) =>
        (above === null || isUnder(node, above, 0)) && (named === null || node.name === UNKNOWN_NAME || named(node)),
    );
    if (left.length === 0) continue;
    const isSure = left.some(([, rest]) => rest === null);
    open.push({ rule, tests: isSure ? null : [...new Set(left.map(([, rest]) => rest!))] });
    if (isSure) break;
  }
  return open;
}

/** Whether the ancestors of the node satisfy the steps from `at`. */
function isUnder(node: PathNode, ancestry: AncestryRow, at: number): boolean {
  const step = ancestry.steps[at];
  if (step === undefined) return !ancestry.rooted || node.above?.above === null;
  const [near, name] = step;
  for (let higher = node.above!; higher.above !== null; higher = higher.above) {
    if ((name === 0 || higher.name === name) && isUnder(higher, ancestry, at + 1)) return true;
    if (near) return false;
  }
  return false;
}
