import { IndexedNames } from './indexed-names.ts';
import { SharedResolvedNames } from './resolved-names.ts';

/** The id of every name that no rule or table declares. */
export const UNKNOWN_NAME = 0;

/** A declared name. Its strings are copies, so that it does not keep the text of a document in memory. */
type DeclaredName = { readonly id: number; readonly uri: string; readonly local: string };

/**
 * Expanded element and attribute names as small integers, so that a name test in a rule is one comparison. A pool
 * belongs to the rules and tables that are applied together; documents are parsed with it (`parseXml`).
 *
 * Only rules and tables declare names (a bounded set, known when they are loaded). Every other name has the id
 * `UNKNOWN_NAME`, so that hostile input cannot make the pool grow.
 */
export class NamePool {
  /** By URI, then by local name. */
  readonly #declared = new Map<string, Map<string, DeclaredName>>();
  #count = 0;
  /** Names for which documents collect all nodes while they are parsed. */
  readonly indexedElements = new IndexedNames();
  readonly indexedAttributes = new IndexedNames();
  readonly resolvedNames = new SharedResolvedNames();

  /** The number of declared names. A tree that was created at a lower count lacks the ids of names declared later. */
  get count(): number {
    return this.#count;
  }

  /** Returns the id of the name and declares it if it is new. Only for loaders of rules and tables. */
  declare(uri: string, local: string): number {
    let locals = this.#declared.get(uri);
    if (locals === undefined) {
      locals = new Map();
      this.#declared.set(uri, locals);
    }
    let name = locals.get(local);
    if (name === undefined) {
      this.#count += 1;
      name = { id: this.#count, uri, local };
      locals.set(local, name);
    }
    return name.id;
  }

  /** The declared name, or undefined if no rule or table declares it. */
  findDeclared(uri: string, local: string): DeclaredName | undefined {
    return this.#declared.get(uri)?.get(local);
  }

  /** The id of the name, or `UNKNOWN_NAME` if no rule or table declares it. */
  find(uri: string, local: string): number {
    return this.findDeclared(uri, local)?.id ?? UNKNOWN_NAME;
  }

  /** Whether a name in that namespace is declared. */
  hasNamespace(uri: string): boolean {
    return this.#declared.has(uri);
  }
}

/**
 * One of thirty bits for a name id, as in a Bloom filter: equal names have equal bits, different names usually do
 * not.
 */
export const nameBit = (name: number): number => 1 << (name % 30);
