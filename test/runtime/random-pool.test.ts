import { expect, it } from 'vitest';
import { drawRandom } from '../../src/platform/index.ts';

it('returns the requested number of bytes, each used once, also across the end of the pool', () => {
  const drawn = Array.from({ length: 3_000 }, (_, index) => drawRandom(8 + (index % 9)));
  expect(drawn.map(({ length }) => length)).toEqual(drawn.map((_, index) => 8 + (index % 9)));
  const texts = drawn.map((bytes) => Buffer.from(bytes).toString('hex').slice(0, 16));
  expect(new Set(texts).size).toBe(texts.length);
});

it('returned bytes never change', () => {
  const first = drawRandom(10);
  const before = Buffer.from(first).toString('hex');
  for (let index = 0; index < 2_000; index++) drawRandom(10);
  expect(Buffer.from(first).toString('hex')).toBe(before);
});
