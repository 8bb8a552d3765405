/** The fields of a query: one that stands there more than once is a list. */
type Query = Record<string, string | string[]>;

/** A plus sign in a query is a blank, as which the offset of a time arrives from whoever does not write it as `%2B`: most. */
const OFFSET_AFTER_BLANK = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) (\d\d:\d\d)$/;

/**
 * Reads a query as the URL Standard does (`application/x-www-form-urlencoded`), each field once: looking all values up
 * for every name takes the square of a query that repeats one, 0.4 s of 10 KB.
 */
export function readQuery(text: string): Query {
  const values = new Map<string, string | string[]>();
  for (const [name, written] of new URLSearchParams(text)) {
    const value = written.replace(OFFSET_AFTER_BLANK, '$1+$2');
    const known = values.get(name);
    if (known === undefined) values.set(name, value);
    else if (typeof known === 'string') values.set(name, [known, value]);
    else known.push(value);
  }
  // No name reaches the prototype.
  return Object.fromEntries(values);
}
