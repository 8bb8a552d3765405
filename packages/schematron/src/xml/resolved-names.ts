/** What a written name means where certain declarations hold. */
export type ResolvedName = {
  readonly name: number;
  readonly prefix: string;
  readonly local: string;
  readonly uri: string;
};

type Names = Map<string, ResolvedName>;

/** What written names mean under certain declarations. */
export type Meanings = { readonly elements: Names; readonly attributes: Names };

export const makeMeanings = (): Meanings => ({ elements: new Map(), attributes: new Map() });

const MAX_SHARED = 16;

/**
 * What declared names mean under declarations that documents share, such as those of UBL, by these. Nothing in it
 * comes from a document but short prefixes, and it is bounded by the declared names.
 */
export class SharedMeanings {
  readonly #shared = new Map<string, Meanings>();

  /** @param key the declarations */
  under(key: string): Meanings {
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    if (this.#shared.size === MAX_SHARED) this.#shared.clear();
    const meanings = makeMeanings();
    this.#shared.set(key, meanings);
    return meanings;
  }
}
