import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstCharacters } from '../../src/lib/first-characters.ts';
import { toField } from '../../src/lib/sanitize-inline.ts';

const FLAG = '\u{1f1f8}\u{1f1f0}';

describe('the first characters of a text', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['ab\u{1f600}', 3, 'ab'],
    ['abe\u0301d', 3, 'ab'],
    ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}x', 5, '\u{1f468}\u200d\u{1f469}'],
    ['\u{1f600}', 1, ''],
    ['abc', 0, ''],
    [`${'x'.repeat(68)}${FLAG}`, 70, 'x'.repeat(68)],
    [`x${FLAG.repeat(40)}`, 70, `x${FLAG.repeat(17)}`],
    [FLAG.repeat(40), 70, FLAG.repeat(17)],
    [`xyz${FLAG.repeat(40)}`, 70, `xyz${FLAG.repeat(16)}`],
  ])('%j, at most %i units', (text, limit, expected) => {
    expect(firstCharacters(text, limit)).toBe(expected);
  });

  it('are whole flags of a text that consists of flags', () => {
    const letters = fc.constantFrom('\u{1f1f8}', '\u{1f1f0}', '\u{1f1e8}', 'x');
    fc.assert(
      fc.property(
        fc.array(letters, { minLength: 60, maxLength: 160 }),
        fc.integer({ min: 4, max: 320 }),
        (signs, limit) => {
          const text = signs.join('');
          const segments = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
          let whole = '';
          for (const segment of segments) {
            if (whole.length + segment.length > limit) break;
            whole += segment;
          }
          expect(firstCharacters(text, limit)).toBe(whole);
        },
      ),
      { seed: 5 },
    );
  });

  it('never exceed the limit and never end with half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(50), (text, limit) => {
        const begin = firstCharacters(text, limit);
        expect(begin.length).toBeLessThanOrEqual(limit);
        expect(text.startsWith(begin)).toBe(true);
        expect(begin.isWellFormed()).toBe(true);
      }),
      { seed: 3 },
    );
  });
});

it('a field of a delimited format is one line without invisible characters and within its limit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 1, max: 80 }), (text, limit) => {
      const field = toField(text, limit);
      expect(field).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]|\s\s|^\s|\s$/u);
      expect(field.length).toBeLessThanOrEqual(limit);
    }),
    { seed: 4 },
  );
});
