/**
 * Reads an own property by an untrusted name; undefined if there is no such property. Bracket access would also
 * return inherited members such as `constructor` and `toString`.
 */
export const own = <V>(table: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
