/**
 * Reads an own property of a table by an untrusted name; undefined when there is no such property. Bracket access
 * would also return inherited properties such as `constructor` and `toString`.
 */
export const own = <V>(table: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
