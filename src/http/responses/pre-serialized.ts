/**
 * Pre-serialized text of a response, or of one property of a JSON response, from a worker thread: megabytes are
 * serialized once and sent unchanged.
 */
export class Written {
  /** UTF-8; JSON for a property. */
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/**
 * Replaces pre-serialized parts by values, for validation against the schema.
 *
 * @param isJson true when a pre-serialized whole body is JSON
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
