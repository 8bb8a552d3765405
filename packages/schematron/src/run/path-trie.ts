import { UNKNOWN_NAME } from '../xml/index.ts';
import type { AncestryRow, CandidateRow, ElementTable, Handler, StationRow, Test } from './pack-module.ts';

/** The rules of one pattern that are left to try at a place, in order: `tests` null, and the rule surely matches. */
export type Chain = {
  /** Which of the packs that are walked together, and which of its patterns. */
  readonly pack: number;
  readonly pattern: number;
  readonly rule: Handler;
  readonly tests: readonly Test[] | null;
  readonly otherwise: Chain | null;
};

/** Elements of a name that nobody declared have one place, whatever their local names. */
type Named = { readonly name: number; readonly local: string };

const NO_NAME: Named = { name: UNKNOWN_NAME, local: '' };
const NO_CHAINS: readonly Chain[] = [];

/** So many places are kept for the next elements and documents; invoices have a few hundred. */
const MOST_PLACES = 5_000;
/** Above so many next places they are found by an index. */
const FEW_PLACES = 12;

/**
 * A path of element names from the document element, with the rules that may match an element there. What a match
 * pattern asks of names is settled once for all elements, of all documents, that have them.
 */
export class Place {
  readonly name: number;
  readonly local: string;
  readonly above: Place | null;
  readonly chains: readonly Chain[];
  readonly #owner: Places;
  readonly #next: Place[] = [];
  #index: Map<number, Place> | null = null;
  /** Where the last child was found. The next one is most often of the same name or of the name after it. */
  #at = 0;

  constructor(owner: Places, { name, local }: Named, above: Place | null) {
    this.#owner = owner;
    this.name = name;
    this.local = local;
    this.above = above;
    this.chains = above === null ? NO_CHAINS : owner.chainsAt(this);
  }

  /** The place of a child of that name. */
  of(child: Named): Place {
    const { name } = child;
    const next = this.#next;
    for (let at = this.#at; at < this.#at + 2 && at < next.length; at++) {
      const place = next[at]!;
      if (place.name !== name) continue;
      this.#at = at;
      return place;
    }
    return this.#find(name) ?? this.#make(child);
  }

  #find(name: number): Place | undefined {
    if (this.#index !== null) return this.#index.get(name);
    const at = this.#next.findIndex((place) => place.name === name);
    if (at >= 0) this.#at = at;
    return this.#next[at];
  }

  #make(child: Named): Place {
    const made = new Place(this.#owner, child, this);
    if (!this.#owner.takeRoom()) return made;
    this.#at = this.#next.push(made) - 1;
    if (this.#index !== null) this.#index.set(child.name, made);
    else if (this.#next.length > FEW_PLACES) this.#index = new Map(this.#next.map((place) => [place.name, place]));
    return made;
  }
}

/** The places of packs that are walked together. */
export class Places {
  #kept = 0;
  #root: Place;
  readonly #stations: readonly { readonly byName: ReadonlyMap<number, StationRow>; readonly otherwise: StationRow }[];
  /** Most places have one of a few lists of rules: equal ones are one, so that they stay in the processor's cache. */
  readonly #chains = new Map<string, Chain>();
  readonly #lists = new Map<string, readonly Chain[]>();

  constructor(tables: readonly ElementTable[]) {
    this.#stations = tables.map(({ byName, otherwise }) => ({ byName: new Map(byName), otherwise }));
    this.#root = new Place(this, NO_NAME, null);
  }

  /** The place of the document node. What a document with too many places has filled is emptied for the next one. */
  root(): Place {
    if (this.#kept >= MOST_PLACES) {
      this.#kept = 0;
      this.#root = new Place(this, NO_NAME, null);
      this.#chains.clear();
      this.#lists.clear();
    }
    return this.#root;
  }

  /** Whether one more place may be kept. */
  takeRoom(): boolean {
    if (this.#kept >= MOST_PLACES) return false;
    this.#kept += 1;
    return true;
  }

  chainsAt(place: Place): readonly Chain[] {
    const keys: string[] = [];
    const chains: Chain[] = [];
    for (const [pack, { byName, otherwise }] of this.#stations.entries()) {
      for (const [pattern, rows] of byName.get(place.name) ?? otherwise) {
        const open = openAt(place, rows);
        if (open.length === 0) continue;
        const [key, chain] = this.#chain(pack, pattern, open);
        keys.push(key);
        chains.push(chain);
      }
    }
    return once(this.#lists, keys.join(';'), () => chains);
  }

  #chain(pack: number, pattern: number, open: readonly Open[]): readonly [key: string, chain: Chain] {
    const [{ rule, tests }, ...others] = open as [Open, ...Open[]];
    const [rest, otherwise] = others.length === 0 ? ['', null] : this.#chain(pack, pattern, others);
    // The functions of a pack have names, and each its own.
    const key = `${pack} ${pattern} ${rule.name}(${tests?.map(({ name }) => name)}) ${rest}`;
    return [key, once(this.#chains, key, () => ({ pack, pattern, rule, tests, otherwise }))];
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

/** The candidates that names do not rule out at the place, up to the first that surely matches. */
function openAt(place: Place, rows: readonly CandidateRow[]): Open[] {
  const open: Open[] = [];
  for (const [rule, ways] of rows) {
    const left = ways.filter(
      ([above, , named]) =>
        (above === null || isUnder(place, above, 0)) && (named === null || place.name === UNKNOWN_NAME || named(place)),
    );
    if (left.length === 0) continue;
    const isSure = left.some(([, rest]) => rest === null);
    open.push({ rule, tests: isSure ? null : [...new Set(left.map(([, rest]) => rest!))] });
    if (isSure) break;
  }
  return open;
}

/** Whether the places above are what the steps from `at` on ask. */
function isUnder(place: Place, ancestry: AncestryRow, at: number): boolean {
  const step = ancestry.steps[at];
  if (step === undefined) return !ancestry.rooted || place.above?.above === null;
  const [near, name] = step;
  for (let higher = place.above!; higher.above !== null; higher = higher.above) {
    if ((name === 0 || higher.name === name) && isUnder(higher, ancestry, at + 1)) return true;
    if (near) return false;
  }
  return false;
}
