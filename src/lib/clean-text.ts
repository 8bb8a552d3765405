const MOST_CHARACTERS = 500;

/**
 * A text of somebody else, fit for logs, screens and PostgreSQL: without control characters, characters that turn the
 * direction of writing, invisible ones and halves of characters, and not long.
 */
export const cleanText = (text: string): string =>
  text
    .slice(0, 4 * MOST_CHARACTERS)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]+/g, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS)
    .toWellFormed();
