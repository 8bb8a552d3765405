import type { Aggregate, Content, Structure } from './load-structure.ts';

/** An allowed position of an element; elements with the same name and content share one. */
type Place = { readonly name: number; readonly parents: Place[] };

/** Required ancestors: name ids (0: any), each the parent (`near`) or any ancestor further out. */
type Above = { readonly steps: readonly (readonly [near: boolean, name: number])[]; readonly rooted: boolean };

/**
 * Computes where elements can occur in documents with one document element. The content of extensions is excluded.
 *
 * @returns a function that reports whether an element with a name (null: any) can occur below certain ancestors; null
 *   for an unknown document element
 */
export function placesIn(
  { documents }: Structure,
  root: number,
): ((name: number | null, above: Above | null) => boolean) | null {
  const content = documents.get(root);
  if (content === undefined) return null;
  let places: ReturnType<typeof collect> | null = null;
  return (name, above) => {
    // Fast path: most rule packs have a rule on the document element itself.
    if (above?.rooted === true && above.steps.length === 0) return name === null || name === root;
    places ??= collect(root, content);
    const named = name === null ? [...places.values()].flat() : (places.get(name) ?? []);
    return named.some((place) => above === null || isUnder(place, above, 0));
  };
}

function collect(root: number, content: Aggregate): ReadonlyMap<number, readonly Place[]> {
  const byName = new Map<number, Place[]>();
  const known = new Map<number, Map<Content, Place>>();
  const visit = (name: number, inside: Content, parent: Place | null): void => {
    const ofName = known.get(name) ?? new Map<Content, Place>();
    known.set(name, ofName);
    const seen = ofName.get(inside);
    if (seen !== undefined) {
      if (parent !== null && !seen.parents.includes(parent)) seen.parents.push(parent);
      return;
    }
    const place: Place = { name, parents: parent === null ? [] : [parent] };
    ofName.set(inside, place);
    byName.set(name, [...(byName.get(name) ?? []), place]);
    if (inside.kind !== 'aggregate') return;
    for (const slot of inside.slots) visit(slot.name, slot.content, place);
  };
  visit(root, content, null);
  return byName;
}

function isUnder({ parents }: Place, above: Above, at: number): boolean {
  const step = above.steps[at];
  // The document element has no parent.
  if (step === undefined) return !above.rooted || parents.length === 0;
  const [near, name] = step;
  const seen = new Set<Place>();
  const search = (places: readonly Place[]): boolean =>
    places.some((place) => {
      if (seen.has(place)) return false;
      seen.add(place);
      return ((name === 0 || place.name === name) && isUnder(place, above, at + 1)) || (!near && search(place.parents));
    });
  return search(parents);
}
