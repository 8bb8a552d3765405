/** Lowercase names of fields that may contain secrets or invoice data; their values are never logged. */
const SECRETS = ['authorization', 'cookie', 'password', 'secret', 'token', 'api_key', 'apikey', 'x-api-key'];
const CONTENTS = ['xml', 'content', 'body', 'payload'];
const NAMES: ReadonlySet<string> = new Set([...SECRETS, ...CONTENTS]);

const CENSORED = '[redacted]';

/** Maximum nesting depth that is logged. */
const DEEPEST = 8;

type Fields = Record<string, unknown>;

/** Removes secrets and contents from log entries by field name, at any depth of objects and arrays. */
type Redactor = {
  /** Redacts the fields of a line, or the bindings of a child logger. */
  readonly fields: (fields: Fields) => Fields;
  /** Redacts a value that is interpolated into a message. */
  readonly value: (value: unknown) => unknown;
};

/**
 * Creates a redactor. Log lines rarely contain anything to redact, so objects are copied only where a value is
 * removed. Pino's `redact` copies every value of a line for each path: twelve kilobytes per line.
 *
 * @param describeError serialises errors at any depth
 * @param left fields whose values the logger itself passes to `describeError`
 */
export function makeRedactor(describeError: (error: Error) => object, left: ReadonlySet<string>): Redactor {
  /** @param above the enclosing objects */
  const show = (name: string, value: unknown, above: readonly object[]): unknown => {
    // JSON omits functions, and a copied field `toJSON` would be called on the copy.
    if (value === undefined || typeof value === 'function') return undefined;
    if (NAMES.has(name) || NAMES.has(name.toLowerCase())) return CENSORED;
    return typeof value === 'object' && value !== null ? showObject(name, value, above) : value;
  };

  const showObject = (name: string, value: object, above: readonly object[]): unknown => {
    if (value instanceof Error) return describeError(value);
    // Binary data has no field names.
    if (ArrayBuffer.isView(value)) return value;
    if (above.includes(value)) return '[circular]';
    if (above.length === DEEPEST) return '[deeper]';
    const within = [...above, value];
    if (Array.isArray(value)) return showItems(value, within);
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === 'function') {
      // JSON.stringify writes the result of `toJSON`.
      const made: unknown = toJSON.call(value, name);
      if (made !== value) return show('', made, within);
    }
    return showFields(value as Fields, within);
  };

  const showItems = (items: readonly unknown[], above: readonly object[]): unknown => {
    let copy: unknown[] | null = null;
    for (let index = 0; index < items.length; index++) {
      const shown = show('', items[index], above);
      if (Object.is(shown, items[index])) continue;
      copy ??= [...items];
      copy[index] = shown;
    }
    return copy ?? items;
  };

  const showFields = (fields: Fields, above: readonly object[]): Fields => {
    let copy = fields;
    for (const name in fields) {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const shown = show(name, value, above);
      if (!Object.is(shown, value)) copy = { ...copy, [name]: shown };
    }
    return copy;
  };

  /** A getter may throw; logging must not fail because of it. */
  const tryToShow = (name: string, value: unknown): unknown => {
    try {
      return show(name, value, []);
    } catch {
      return '[unreadable]';
    }
  };

  return {
    value: (value) => tryToShow('', value),
    fields: (fields) => {
      let copy = fields;
      for (const name in fields) {
        const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
        const shown = left.has(name) ? value : tryToShow(name, value);
        if (!Object.is(shown, value)) copy = { ...copy, [name]: shown };
      }
      return copy;
    },
  };
}
