/**
 * What a table of its own has under a name that comes from outside; undefined when it has nothing. The language's
 * brackets would also find what every object inherits, such as `constructor` and `toString`.
 */
export const own = <V>(table: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
