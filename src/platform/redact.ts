/** Field names that may carry secrets or what an invoice says, in lower case; their values never reach a log. */
const SECRETS = ['authorization', 'cookie', 'password', 'secret', 'token', 'api_key', 'apikey', 'x-api-key'];
const CONTENTS = ['xml', 'content', 'body', 'payload'];
const NAMES: ReadonlySet<string> = new Set([...SECRETS, ...CONTENTS]);

const CENSORED = '[redacted]';

/** So many objects within each other are told. */
const DEEPEST = 8;

type Fields = Record<string, unknown>;

/** Keeps secrets and contents out of what is logged: by the names of fields, in objects and arrays, however deep. */
type Redactor = {
  /** The fields of a line, or those that a child adds to each of its lines. */
  readonly fields: (fields: Fields) => Fields;
  /** What is written into a message. */
  readonly value: (value: unknown) => unknown;
};

/**
 * Makes a redactor. A line mostly has nothing to hide: objects are copied where something in them is not shown, and nowhere
 * else. Pino's own `redact` copies each value of each line for each of its paths: twelve kilobytes a line.
 *
 * @param tellError what is logged of an error, wherever it stands
 * @param left names of fields of a line whose values the logger itself hands to `tellError`
 */
export function makeRedactor(describeError: (error: Error) => object, left: ReadonlySet<string>): Redactor {
  /** @param above the objects in which it stands */
  const show = (name: string, value: unknown, above: readonly object[]): unknown => {
    // JSON has none, and one named `toJSON` would speak for the copy.
    if (value === undefined || typeof value === 'function') return undefined;
    if (NAMES.has(name) || NAMES.has(name.toLowerCase())) return CENSORED;
    return typeof value === 'object' && value !== null ? showObject(name, value, above) : value;
  };

  const showObject = (name: string, value: object, above: readonly object[]): unknown => {
    if (value instanceof Error) return describeError(value);
    // Numbers and no names.
    if (ArrayBuffer.isView(value)) return value;
    if (above.includes(value)) return '[circular]';
    if (above.length === DEEPEST) return '[deeper]';
    const within = [...above, value];
    if (Array.isArray(value)) return showItems(value, within);
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === 'function') {
      // What is written is what it makes of itself.
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

  /** A line that cannot be written must not end what it tells of: a getter may throw. */
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
