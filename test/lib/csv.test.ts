import { expect, it } from 'vitest';
import { toCsvLine } from '../../src/lib/csv.ts';

it('makes bidirectional control characters visible and lets no formula start after one', () => {
  expect(toCsvLine(['a\u202Eb', '\u2067=1+1', '-5,50', '@x'], ';')).toBe("a\uFFFDb;'\uFFFD=1+1;-5,50;'@x\r\n");
});
