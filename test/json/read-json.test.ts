import { describe, expect, it } from 'vitest';
import { readJson, readLongJson } from '../../src/platform/json/index.ts';

// Partner responses are parsed with a limit on their cost (RFC 8259, section 9: a parser may set limits).

const MEBIBYTE = 1024 * 1024;
const repeat = (text: string, bytes: number): string => text.repeat(Math.ceil(bytes / text.length));

/** The number of event loop iterations during the work. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let ended = false;
  const look = (): void => {
    turns += 1;
    if (!ended) setImmediate(look);
  };
  setImmediate(look);
  await work;
  ended = true;
  return turns;
}

describe('a JSON response of a partner', () => {
  const document = { documentId: 'a', payload: `<Invoice>${repeat('\u010d"\\\n', MEBIBYTE / 4)}</Invoice>` };

  it('is parsed like JSON.parse, short or long, in any layout', async () => {
    const list = { documents: Array.from({ length: 500 }, (_, id) => ({ documentId: `${id}`, status: 'RECEIVED' })) };
    expect(await readLongJson(Buffer.from(JSON.stringify({ ...list, padding: 'a'.repeat(70_000) })))).toMatchObject(
      list,
    );
    for (const value of [{ status: 'ACCEPTED' }, document, [document], 'a', 1, null]) {
      const body = Buffer.from(` ${JSON.stringify(value, null, 2)}\r\n`);
      expect(readJson(body)).toEqual(value);
      expect(await readLongJson(body)).toEqual(value);
    }
  });

  it('yields to other work while a long one is parsed', async () => {
    const body = Buffer.from(JSON.stringify(Array.from({ length: 20 }, () => document)));
    expect(body.length).toBeGreaterThan(4 * MEBIBYTE);
    // A synchronous parse is refused.
    expect(readJson(body)).toBeUndefined();
    expect(await turnsOf(readLongJson(body))).toBeGreaterThanOrEqual(Math.floor(body.length / (16 * 1024)));
  });

  it.each([
    ['empty arrays', `{"documents":[${repeat('[],', 24 * MEBIBYTE)}[]]}`],
    ['nested arrays', `{"documents":${repeat('[', MEBIBYTE / 2)}`],
    ['nested objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['field names', `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":0`).join(',')}}`],
    ['numbers', `[${repeat('0,', MEBIBYTE / 2)}0]`],
    ['an unterminated string', `{"a":"${repeat('a', MEBIBYTE / 2)}`],
    ['two values', `{"a":"${repeat('a', MEBIBYTE / 2)}"}{}`],
    [
      'a truncated character',
      Buffer.concat([Buffer.from(`"${repeat('a', MEBIBYTE / 2)}`), Buffer.from([0xc4]), Buffer.from('"')]),
    ],
    ['an HTML page of a gateway', '<html><body>502 Bad Gateway</body></html>'],
    ['an empty text', ''],
  ])('is undefined for %s', async (_, text) => {
    const body = Buffer.from(text as string);
    expect(readJson(body)).toBeUndefined();
    expect(await readLongJson(body)).toBeUndefined();
  });

  it('treats __proto__ as an ordinary name', () => {
    const body = Buffer.from(`{"__proto__":{"status":"delivered"},"x":"${'a'.repeat(70_000)}"}`);
    expect(Object.getPrototypeOf(readJson(body))).toBe(Object.prototype);
  });
});
