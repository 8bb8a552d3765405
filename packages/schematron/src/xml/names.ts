import { IndexedNames } from './indexed-names.ts';
import { SharedMeanings } from './resolved-names.ts';

/** What no rule or table speaks of has this id, whatever a document calls it. */
export const UNKNOWN_NAME = 0;

/** A declared name, with strings of its own: whoever keeps them keeps no document. */
type DeclaredName = { readonly id: number; readonly uri: string; readonly local: string };

/**
 * Expanded element and attribute names as small integers, so that a rule's name test is one comparison. A pool belongs
 * to the rules and tables that are applied together; documents are read with it (`parseXml`).
 *
 * Only rules and tables declare names (a bounded set, known when they are loaded); a name that nobody declared has the
 * id `UNKNOWN_NAME`, so hostile input cannot make the pool grow.
 */
export class NamePool {
  /** By URI, then by local name. */
  readonly #declared = new Map<string, Map<string, DeclaredName>>();
  #count = 0;
  /** Names of which all nodes were asked for: documents keep these while they are read. */
  readonly indexedElements = new IndexedNames();
  readonly indexedAttributes = new IndexedNames();
  readonly meanings = new SharedMeanings();

  /** How many names are declared: a tree made at a lower count does not know the names that came later. */
  get count(): number {
    return this.#count;
  }

  /** The id of the name, made when it is new. For loaders of rules and tables only. */
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

  /** The name as it was declared; undefined when no rule or table speaks of it. */
  findDeclared(uri: string, local: string): DeclaredName | undefined {
    return this.#declared.get(uri)?.get(local);
  }

  /** The id of the name, or `UNKNOWN_NAME` when no rule or table speaks of it. */
  find(uri: string, local: string): number {
    return this.findDeclared(uri, local)?.id ?? UNKNOWN_NAME;
  }

  /** Whether a name of that namespace is declared. */
  hasNamespace(uri: string): boolean {
    return this.#declared.has(uri);
  }
}

/** One of thirty bits for a name id: equal names have equal bits, and most different names different ones. */
export const nameBit = (name: number): number => 1 << (name % 30);
