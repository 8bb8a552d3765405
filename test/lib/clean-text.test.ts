import { expect, it } from 'vitest';
import { cleanText } from '../../src/lib/clean-text.ts';

// A remote text is displayed, logged and stored in JSON columns (facts 1.3, item 9).

it.each([
  ['control characters and line ends', 'a\u0000\r\nb\u2028c', 'a b c'],
  ['bidirectional overrides', 'exe\u202efdp', 'exe fdp'],
  ['Arabic letter marks', 'a\u061cb', 'a b'],
  ['invisible characters', '\ufeffa\u200bb', 'a b'],
  ['invisible hyphens', 'a\u00adb', 'a b'],
  ['instructions to language models in invisible letters', 'a\u{e0001}\u{e0049}\u{e007f}b', 'a b'],
  ['lone surrogates', 'a\ud83d', 'a\ufffd'],
])('removes %s', (_, text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

it('truncates to 500 characters without splitting a character', () => {
  const clean = cleanText(`${'a'.repeat(499)}\u{1f600}`);
  expect(clean).toHaveLength(500);
  expect(clean.isWellFormed()).toBe(true);
});
