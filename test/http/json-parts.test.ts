import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toJsonParts } from '../../src/http/responses/json-parts.ts';
import { Written } from '../../src/http/responses/pre-serialized.ts';

const written = async (body: unknown): Promise<string> => Buffer.concat(await toJsonParts(body)).toString();

it('produces the same text as JSON.stringify', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.jsonValue(),
        fc.dictionary(fc.string(), fc.oneof(fc.array(fc.jsonValue()), fc.constant(undefined), fc.jsonValue())),
      ),
      async (body) => {
        expect(await written(body)).toBe(JSON.stringify(body));
      },
    ),
    { seed: 8 },
  );
  for (const body of [{}, { a: undefined }, { a: [undefined] }, { a: [] }, [1, 2], new Date(0), 'text', null])
    expect(await written(body)).toBe(JSON.stringify(body));
  expect(await written({ a: 1, html: new Written(Buffer.from('"č"')), b: [2] })).toBe('{"a":1,"html":"č","b":[2]}');
});

it('yields to the event loop while it serializes a large response', async () => {
  const body = { results: Array.from({ length: 100 }, () => 'x'.repeat(100_000)) };
  let turns = 0;
  let writing = true;
  const beat = (): void => {
    turns += 1;
    if (writing) setImmediate(beat);
  };
  setImmediate(beat);
  const parts = await toJsonParts(body);
  writing = false;
  expect(parts.length).toBeGreaterThan(30);
  expect(turns).toBeGreaterThan(30);
});
