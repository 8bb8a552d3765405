import { expect, it } from 'vitest';
import { toCsvLine } from '../../src/lib/csv.ts';

it('shows a sign that turns the direction of writing, as pages do, and lets no formula begin behind it', () => {
  expect(toCsvLine(['a\u202Eb', '\u2067=1+1', '-5,50', '@x'], ';')).toBe("a\uFFFDb;'\uFFFD=1+1;-5,50;'@x\r\n");
});
