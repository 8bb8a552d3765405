import { setImmediate as nextTurn } from 'node:timers/promises';
import { Written } from './pre-serialized.ts';

/** After so many characters other requests get their turn. */
const TURN = 256 * 1024;

/**
 * A JSON text in parts, in UTF-8. Properties that are written already are taken as they are. The elements of arrays
 * right in the outer object are written one by one, with turns of the event loop between: the results of a hundred
 * files would keep every other request waiting for most of a second.
 *
 * @param body what `JSON.stringify` takes, and writes to the same text
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

/** An object without a `toJSON` of its own. */
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
