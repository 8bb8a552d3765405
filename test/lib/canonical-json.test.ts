import { type JsonValue, toCanonicalJson } from '@e-invoice/validator/canonical-json';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it('RFC 8785, 3.2.3: members are sorted by UTF-16 code units, at every depth', () => {
  const value = {
    '\u20ac': 1,
    '\r': 2,
    '\ufb33': 3,
    '1': 4,
    '\u{1f600}': 5,
    '\u0080': 6,
    ö: { b: 1, a: [{ d: 1, c: 2 }] },
  };
  expect(toCanonicalJson(value)).toBe(
    '{"\\r":2,"1":4,"\u0080":6,"ö":{"a":[{"c":2,"d":1}],"b":1},"€":1,"\u{1f600}":5,"\ufb33":3}',
  );
});

it('RFC 8785, 3.2.2: numbers and strings are written as ECMAScript does', () => {
  expect(toCanonicalJson([Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, -0, true, null])).toBe(
    '[333333333.3333333,1e+30,4.5,0.002,1e-27,0,true,null]',
  );
  expect(toCanonicalJson('€$\u000f\nA\'B"\\\\"/')).toBe('"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"');
});

it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (value) => {
  expect(() => toCanonicalJson({ value })).toThrow(RangeError);
});

it('produces equal text for equal values, and parses back to the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = toCanonicalJson(value as JsonValue);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(toCanonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});
