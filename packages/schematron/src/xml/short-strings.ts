const SLOTS = 256;
/** Longer strings repeat less often, and comparing them costs more than creating them again. */
const LONGEST = 48;

/**
 * Interns the strings that repeat in a file: a name or a short value that occurs a thousand times becomes one string,
 * so that it is compared and looked up by reference. A fixed table with one slot per hash; a new entry replaces the
 * old one.
 */
export class ShortStrings {
  readonly #bytes: Uint8Array;
  readonly #text: string;
  readonly #starts: number[] = new Array(SLOTS).fill(0);
  readonly #strings: string[] = new Array(SLOTS).fill('');

  /** @param text the decoded bytes; string offsets are `shift` lower than byte offsets */
  constructor(bytes: Uint8Array, text: string) {
    this.#bytes = bytes;
    this.#text = text;
  }

  /**
   * The string of the bytes from `start` up to `end`.
   *
   * @param textStart its offset in the text
   * @param length its length in the text
   */
  at(start: number, end: number, textStart: number, length: number): string {
    const bytes = this.#bytes;
    if (end - start > LONGEST) return this.#text.slice(textStart, textStart + length);
    let hash = 0;
    for (let at = start; at < end; at += 1) hash = ((hash << 5) - hash + bytes[at]!) | 0;
    const slot = (hash ^ (hash >>> 8)) & (SLOTS - 1);
    const known = this.#strings[slot]!;
    if (known.length === length && hasSame(bytes, this.#starts[slot]!, start, end)) return known;
    const made = this.#text.slice(textStart, textStart + length);
    this.#starts[slot] = start;
    this.#strings[slot] = made;
    return made;
  }
}

/** Whether the bytes at `other` equal those from `start` up to `end`. */
export function hasSame(bytes: Uint8Array, other: number, start: number, end: number): boolean {
  for (let at = start, there = other; at < end; at += 1, there += 1) if (bytes[at] !== bytes[there]) return false;
  return true;
}
