import { expect, it } from 'vitest';
import { toJsonParts } from '../../src/http/responses/json-parts.ts';
import { unwritten, Written } from '../../src/http/responses/pre-serialized.ts';

const written = async (body: unknown): Promise<string> => Buffer.concat(await toJsonParts(body)).toString();

const json = (value: unknown) => new Written(Buffer.from(JSON.stringify(value)));

it('a body with pre-serialized properties has the same JSON text and matches the same schema', async () => {
  const page = '<p>„ž" \\ \u2028 </p>';
  const whole = { summary: { id: 'ž', none: null }, html: page, left: undefined, warnings: [], 'od"d': 1 };
  const body = { ...whole, html: json(page) };
  expect(await written(body)).toBe(JSON.stringify(whole));
  expect(unwritten(body)).toEqual(whole);
  expect(await written({ left: undefined, html: json(page) })).toBe(JSON.stringify({ html: page }));
});

it.each([[null], ['text'], [[1, 'a']], [{ a: { b: [] } }], [{}]])(
  'any other body is serialized as usual: %j',
  async (body) => {
    expect(await written(body)).toBe(JSON.stringify(body));
    expect(unwritten(body)).toBe(body);
  },
);

it('a pre-serialized page is sent as its text', () => {
  expect(unwritten(new Written(Buffer.from('<p>ž</p>')))).toBe('<p>ž</p>');
});
