export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * Serializes a value as canonical JSON (RFC 8785): members sorted by UTF-16 code units, no white space, numbers and
 * strings as ECMAScript writes them. Equal values have equal texts, so their digests can be compared.
 *
 * @throws RangeError for a number that JSON cannot represent
 */
export function toCanonicalJson(value: JsonValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = value as Record<string, JsonValue>;
    let text = '';
    // The default order of `sort` is by UTF-16 code units.
    for (const name of Object.keys(members).sort()) {
      text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${toCanonicalJson(members[name]!)}`;
    }
    return `{${text}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`JSON has no number ${value}`);
  return JSON.stringify(value);
}
