import { setImmediate as nextTurn } from 'node:timers/promises';
import { Written } from './pre-serialized.ts';

/** Number of characters written before yielding to other requests. */
const TURN = 256 * 1024;

/**
 * Serializes JSON in parts, in UTF-8. Pre-serialized properties are copied. The elements of arrays directly in the
 * outer object are serialized one by one, yielding to the event loop in between: the results of a hundred files would
 * block it for most of a second.
 *
 * @param body accepted by `JSON.stringify`, and serialized to the same text
 */
export async function toJsonParts(body: unknown): Promise<readonly Buffer[]> {
  if (!isRecord(body)) return [Buffer.from(JSON.stringify(body))];
  const parts: Buffer[] = [];
  let open = '';
  const close = (): void => {
    if (open !== '') parts.push(Buffer.from(open));
    open = '';
  };
  let sinceTurn = 0;
  const put = async (text: string): Promise<void> => {
    open += text;
    sinceTurn += text.length;
    if (sinceTurn < TURN) return;
    close();
    sinceTurn = 0;
    await nextTurn();
  };
  let before = '{';
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    open += `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (value instanceof Written) {
      close();
      parts.push(Buffer.from(value.bytes.buffer, value.bytes.byteOffset, value.bytes.byteLength));
    } else if (Array.isArray(value) && value.length > 0) {
      for (const [index, element] of value.entries()) {
        await put(`${index === 0 ? '[' : ','}${JSON.stringify(element) ?? 'null'}`);
      }
      open += ']';
    } else await put(JSON.stringify(value));
  }
  open += before === '{' ? '{}' : '}';
  close();
  return parts;
}

/** True for an object without a `toJSON` method. */
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
