import { expect, it } from 'vitest';
import { estimateCost } from '../../src/modules/validation/estimate-cost.ts';

const times = (part: string, count: number): string => part.repeat(count);

it.each([
  ['an empty file', '', 'small'],
  ['1,000 tags', times('<a>', 1_000), 'small'],
  ['one more tag', times('<a>', 1_001), 'medium'],
  ['a word of 512 bytes', `<a>${times('x', 512)}</a>`, 'small'],
  ['one more byte', `<a>${times('x', 513)}</a>`, 'medium'],
  ['one more byte at the end', `<a> ${times('x', 513)}`, 'medium'],
  ['a text of 8 KiB', `<a>${times('word\n', 1_638)}xy</a>`, 'small'],
  ['one more byte of text', `<a>${times('word\t', 1_638)}xyz</a>`, 'medium'],
  ['one more byte of text at the end', `<a>${times('word ', 1_638)}xyz`, 'medium'],
  ['more than 32 KiB', times('<a> </a>', 4_097), 'medium'],
  ['more than 256 KiB', times('<a> </a>', 32_769), 'large'],
])('estimates the cost of a file from its bytes: %s', (_, text, cost) => {
  expect(estimateCost(Buffer.from(text))).toBe(cost);
});
