/**
 * Expanded element and attribute names as small integers, so that a rule's name test is one comparison.
 *
 * Only rule packs and structure tables declare names (a bounded set, known when they are loaded); a name that
 * nobody declared has the id `UNKNOWN_NAME`, whatever a document calls its elements, so hostile input cannot
 * make the pool grow.
 */
export const UNKNOWN_NAME = 0;

/** A declared name, with strings of its own: whoever keeps them keeps no document. */
export type DeclaredName = { readonly id: number; readonly uri: string; readonly local: string };

/** By URI, then by local name. */
const declared = new Map<string, Map<string, DeclaredName>>();
let count = 0;

/** The id of the name, made when it is new. For loaders of rules and tables only. */
export function declareName(uri: string, local: string): number {
  let locals = declared.get(uri);
  if (locals === undefined) {
    locals = new Map();
    declared.set(uri, locals);
  }
  let name = locals.get(local);
  if (name === undefined) {
    count += 1;
    name = { id: count, uri, local };
    locals.set(local, name);
  }
  return name.id;
}

/** The name as it was declared; undefined when no rule or table speaks of it. */
export const findDeclared = (uri: string, local: string): DeclaredName | undefined => declared.get(uri)?.get(local);

/** The id of the name, or `UNKNOWN_NAME` when no rule or table speaks of it. */
export const findName = (uri: string, local: string): number => findDeclared(uri, local)?.id ?? UNKNOWN_NAME;

/** Whether a name of that namespace is declared. */
export const isKnownNamespace = (uri: string): boolean => declared.has(uri);

/** How many names are declared: a tree made at a lower count does not know the names that came later. */
export function nameCount(): number {
  return count;
}

/** One of thirty bits for a name id: equal names have equal bits, and most different names different ones. */
export const nameBit = (name: number): number => 1 << (name % 30);
