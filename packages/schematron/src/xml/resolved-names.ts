/** A written name resolved under certain namespace declarations. */
export type ResolvedName = {
  readonly name: number;
  readonly prefix: string;
  readonly local: string;
  readonly uri: string;
};

type Names = Map<string, ResolvedName>;

/** Resolved names under certain namespace declarations, by written name. */
export type ResolvedNames = { readonly elements: Names; readonly attributes: Names };

export const makeResolvedNames = (): ResolvedNames => ({ elements: new Map(), attributes: new Map() });

const MAX_SHARED = 16;

/**
 * Resolved names of declarations that documents share, such as those of UBL, by declarations. It keeps nothing of a
 * document but short prefixes, and its size is bounded by the declared names.
 */
export class SharedResolvedNames {
  readonly #shared = new Map<string, ResolvedNames>();

  /** @param key the declarations */
  under(key: string): ResolvedNames {
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    if (this.#shared.size === MAX_SHARED) this.#shared.clear();
    const resolvedNames = makeResolvedNames();
    this.#shared.set(key, resolvedNames);
    return resolvedNames;
  }
}
