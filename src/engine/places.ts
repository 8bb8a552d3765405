import type { AncestryRow, ElementTable, Handler, StationRow, Test } from './pack-module.ts';

/** The rules of one pattern that are left to try at a place; without tests a rule surely matches. */
export type Chain = {
  /** Which of the packs that are walked together, and which of its patterns. */
  readonly pack: number;
  readonly pattern: number;
  readonly candidates: readonly { readonly rule: Handler; readonly tests: readonly Test[] | null }[];
};

/** So many places are kept for the next elements and documents; invoices have a few hundred. */
const MOST_PLACES = 5_000;

/**
 * A path of element names from the document element, with the rules that may match an element there. What a match
 * pattern asks of names is settled once for all elements, of all documents, that have them.
 */
export class Place {
  readonly name: number;
  readonly above: Place | null;
  readonly chains: readonly Chain[];
  readonly #owner: Places;
  #next: Map<number, Place> | null = null;

  constructor(owner: Places, name: number, above: Place | null) {
    this.#owner = owner;
    this.name = name;
    this.above = above;
    this.chains = above === null ? [] : owner.chainsAt(this);
  }

  /** The place of a child with that name id. */
  of(name: number): Place {
    return this.#next?.get(name) ?? this.#make(name);
  }

  #make(name: number): Place {
    const made = new Place(this.#owner, name, this);
    if (!this.#owner.takeRoom()) return made;
    this.#next ??= new Map();
    this.#next.set(name, made);
    return made;
  }
}

/** The places of packs that are walked together. */
export class Places {
  #kept = 0;
  #root: Place;
  readonly #stations: readonly { readonly byName: ReadonlyMap<number, StationRow>; readonly otherwise: StationRow }[];

  constructor(tables: readonly ElementTable[]) {
    this.#stations = tables.map(({ byName, otherwise }) => ({ byName: new Map(byName), otherwise }));
    this.#root = new Place(this, 0, null);
  }

  /** The place of the document node. What a document with too many places has filled is emptied for the next one. */
  root(): Place {
    if (this.#kept >= MOST_PLACES) {
      this.#kept = 0;
      this.#root = new Place(this, 0, null);
    }
    return this.#root;
  }

  /** Whether one more place may be kept. */
  takeRoom(): boolean {
    if (this.#kept >= MOST_PLACES) return false;
    this.#kept += 1;
    return true;
  }

  chainsAt(place: Place): Chain[] {
    return this.#stations.flatMap(({ byName, otherwise }, pack) =>
      (byName.get(place.name) ?? otherwise).flatMap(([pattern, rows]) => {
        const candidates: { rule: Handler; tests: readonly Test[] | null }[] = [];
        for (const [rule, ways] of rows) {
          const open = ways.filter(([above]) => above === null || isUnder(place, above, 0));
          if (open.length === 0) continue;
          const isSure = open.some(([, rest]) => rest === null);
          candidates.push({ rule, tests: isSure ? null : [...new Set(open.map(([, rest]) => rest!))] });
          if (isSure) break;
        }
        return candidates.length === 0 ? [] : [{ pack, pattern, candidates }];
      }),
    );
  }
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
