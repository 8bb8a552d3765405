/**
 * Replaces lone surrogates in all texts with U+FFFD. RFC 8785 (3.2.2.2) has no canonical form for such texts, so
 * other programs could not verify a signature over them.
 */
export function toWellFormed<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed() as T;
  if (Array.isArray(value)) return value.map(toWellFormed) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toWellFormed(member)])) as T;
}
