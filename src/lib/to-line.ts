/** Characters that reorder what stands beside them, or that nobody sees: they could make a text say something else. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;

/** The text on one line, with everything in it visible. */
export const toLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().replace(INVISIBLE, '\uFFFD');
