import type { Aggregate, Content, Structure } from './load-structure.ts';

/** An element where the structure allows it; elements of one name that contain the same are one place. */
type Place = { readonly name: number; readonly parents: Place[] };

/** What has to be above an element: whether right there or anywhere further out, and its name id (0: any). */
type Above = { readonly steps: readonly (readonly [near: boolean, name: number])[]; readonly rooted: boolean };

/**
 * Where elements can be in documents of one document element. The content of an extension is not part of it.
 *
 * @returns whether there is a place for an element of a name (null: any) below elements of certain names; null for a
 *   document element that the structure does not know
 */
export function placesIn(
  { documents }: Structure,
  root: number,
): ((name: number | null, above: Above | null) => boolean) | null {
  const content = documents.get(root);
  if (content === undefined) return null;
  let places: ReturnType<typeof collect> | null = null;
  return (name, above) => {
    // Most rule packs have a rule on the document element itself: nothing else has to be known for that.
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
  // The document element is in nothing.
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
