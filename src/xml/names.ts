/**
 * Expanded element and attribute names as small integers, so that a rule's name test is one comparison.
 *
 * Only rule packs and structure tables declare names (a bounded set, known when they are loaded); a name that
 * nobody declared has the id `UNKNOWN_NAME`, whatever a document calls its elements, so hostile input cannot
 * make the pool grow.
 */
export const UNKNOWN_NAME = 0;

/** Ids by URI, then by local name. */
const ids = new Map<string, Map<string, number>>();
let count = 0;

/** The id of the name, made when it is new. For loaders of rules and tables only. */
export function declareName(uri: string, local: string): number {
  let locals = ids.get(uri);
  if (locals === undefined) {
    locals = new Map();
    ids.set(uri, locals);
  }
  let id = locals.get(local);
  if (id === undefined) {
    count += 1;
    id = count;
    locals.set(local, id);
  }
  return id;
}

/** The id of the name, or `UNKNOWN_NAME` when no rule or table speaks of it. */
export function findName(uri: string, local: string): number {
  return ids.get(uri)?.get(local) ?? UNKNOWN_NAME;
}

/** How many names are declared: a tree made at a lower count does not know the names that came later. */
export function nameCount(): number {
  return count;
}

/** One of thirty bits for a name id: equal names have equal bits, and most different names different ones. */
export const nameBit = (name: number): number => 1 << (name % 30);
