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

/** A JSON text whose properties may be written already. */
export function writeJson(body: unknown): string | Buffer {
  if (typeof body !== 'object' || body === null || !Object.values(body).some((value) => value instanceof Written)) {
    return JSON.stringify(body);
  }
  const parts: Uint8Array[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    parts.push(Buffer.from(`${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`));
    parts.push(value instanceof Written ? value.bytes : Buffer.from(JSON.stringify(value)));
  }
  parts.push(Buffer.from('}'));
  return Buffer.concat(parts);
}

/** The same body with nothing written yet, as its schema knows it. */
export function unwritten(body: unknown): unknown {
  if (body instanceof Written) return Buffer.from(body.bytes).toString();
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
