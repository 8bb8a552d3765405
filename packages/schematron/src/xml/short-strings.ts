const SLOTS = 256;
/** Longer ones repeat less, and comparing them costs more than making them again. */
const LONGEST = 48;

/**
 * The strings that one file repeats: a name or a short value that comes a thousand times is one string, compared and
 * looked up without reading its characters again. A slot for each hash, so that it never grows; the last one stays.
 */
export class ShortStrings {
  readonly #bytes: Uint8Array;
  readonly #text: string;
  readonly #starts: number[] = new Array(SLOTS).fill(0);
  readonly #strings: string[] = new Array(SLOTS).fill('');

  /** @param text what the bytes say, in which strings stand `shift` earlier */
  constructor(bytes: Uint8Array, text: string) {
    this.#bytes = bytes;
    this.#text = text;
  }

  /**
   * What the bytes from `start` up to `end` say.
   *
   * @param textStart where that starts in the text
   * @param length how many characters it has there
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

/** Whether the bytes at `other` are those from `start` up to `end`. */
export function hasSame(bytes: Uint8Array, other: number, start: number, end: number): boolean {
  for (let at = start, there = other; at < end; at += 1, there += 1) if (bytes[at] !== bytes[there]) return false;
  return true;
}
