/**
 * The value of an own property whose name comes from outside, or undefined. Bracket access would also find inherited
 * properties such as `constructor` and `toString`.
 */
export const own = <V>(table: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
