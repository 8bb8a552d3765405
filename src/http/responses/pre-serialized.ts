/**
 * The text of an answer, or of one property of a JSON answer, that a thread has written already: megabytes of it are
 * sent as they are, and written once.
 */
export class Written {
  /** UTF-8; of a property as JSON. */
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/**
 * The same body with nothing written yet, as its schema knows it.
 *
 * @param isJson whether a body that is written as a whole is JSON
 */
export function unwritten(body: unknown, isJson = false): unknown {
  if (body instanceof Written) {
    const text = Buffer.from(body.bytes).toString();
    return isJson ? JSON.parse(text) : text;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const entries = Object.entries(body);
  if (!entries.some(([, value]) => value instanceof Written)) return body;
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      value instanceof Written ? JSON.parse(Buffer.from(value.bytes).toString()) : value,
    ]),
  );
}
