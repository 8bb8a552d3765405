import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/platform/errors/index.ts';
import { type JsonLimits, makeJsonParser } from '../../src/platform/json/index.ts';
import { casesOf } from '../support/cases.ts';

const LIMITS: JsonLimits = { nodes: 10_000, depth: 100, text: 1_000_000 };

/** The parsed value of a text that arrives in these chunks, or the error code. */
function parse(pieces: readonly Uint8Array[], limits = LIMITS): { value: unknown } | string {
  const parser = makeJsonParser(limits);
  try {
    for (const piece of pieces) {
      const chunk = Buffer.from(piece);
      const rest = chunk.subarray(parser.read(chunk, 0)).toString('latin1');
      if (/[^ \t\r\n]/.test(rest)) return 'malformed_json';
    }
    parser.end();
    return { value: parser.value() };
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** The position of the first duplicate name. */
function repeatedIn(text: string): unknown {
  const parser = makeJsonParser(LIMITS);
  parser.read(Buffer.from(text), 0);
  return parser.repeated();
}

const whole = (text: string, limits = LIMITS) => parse([Buffer.from(text)], limits);

/** The result of JSON.parse. */
function expected(bytes: Uint8Array): { value: unknown } | string {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return 'malformed_json';
  }
}

/** Splits bytes at the given offsets. */
function divide(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return cuts.slice(1).map((to, index) => bytes.subarray(cuts[index]!, to));
}

const places = fc.array(fc.nat(), { maxLength: 8 });
const text = fc.string({ unit: 'binary' });
const json = fc.jsonValue({ depthSize: 'medium', stringUnit: 'binary' });

describe('returns the value of JSON.parse, wherever the bytes are split', () => {
  it('for any value in any layout', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 1, '\t\r\n'), places, (value, layout, cuts) => {
        const bytes = Buffer.from(JSON.stringify(value, null, layout));
        expect(parse(divide(bytes, cuts))).toEqual({ value: JSON.parse(bytes.toString()) });
      }),
      { numRuns: casesOf(500) },
    );
  });

  it('for strings with every escape', () => {
    const escaped = fc.array(
      fc.oneof(
        text.map((part) => JSON.stringify(part).slice(1, -1)),
        fc.constantFrom('\\u00e1', '\\uD83D\\uDE00', '\\uDE00', '\\/', '\\\\', '\\"', '\\b', '\\u0000', 'é', '🧾'),
      ),
    );
    fc.assert(
      fc.property(escaped, places, (parts, cuts) => {
        const bytes = Buffer.from(`"${parts.join('')}"`);
        expect(parse(divide(bytes, cuts))).toEqual(expected(bytes));
      }),
      { numRuns: casesOf(500) },
    );
  });

  it('for a value with corrupted bytes', () => {
    const bend = fc.record({ at: fc.nat(), out: fc.nat(3), put: fc.uint8Array({ maxLength: 3 }) });
    fc.assert(
      fc.property(json, fc.array(bend, { minLength: 1, maxLength: 2 }), places, (value, bends, cuts) => {
        const bytes = bends.reduce<Uint8Array>(
          (sound, { at, out, put }) => {
            const from = at % (sound.length + 1);
            return Buffer.concat([sound.subarray(0, from), put, sound.subarray(from + out)]);
          },
          Buffer.from(JSON.stringify(value)),
        );
        expect(parse(divide(bytes, cuts))).toEqual(expected(bytes));
      }),
      { numRuns: casesOf(2_000, 300) },
    );
  });

  it.each([
    ['a duplicate field', '{"a":1,"b":2,"a":3}'],
    ['__proto__ as a field name', '{"__proto__":{"x":1},"constructor":2}'],
    ['numbers of every form', '[0,-0,1.5,-2e+3,4E-5,123456789012345678901234567890]'],
    ['words', '[true,false,null]'],
    ['only a number', ' 12 '],
    ['a byte order mark', '\uFEFF{"a":"\uFEFF"}'],
    ['lone surrogates', '["\\ud800","\\udc00x"]'],
  ])('for %s', (_, source) => {
    const bytes = Buffer.from(source);
    const bytewise = [...bytes].map((byte) => Uint8Array.of(byte));
    expect(parse([bytes])).toEqual(expected(bytes));
    expect(parse(bytewise)).toEqual(expected(bytes));
    expect(JSON.stringify(parse([bytes]))).toBe(JSON.stringify(expected(bytes)));
  });

  it.each([1, 65_533, 65_534, 65_535, 65_536, 131_072, 200_001])(
    'for a string with escapes after %i letters',
    (length) => {
      for (const tail of ['\\u00e1\\n\\"\\\\', 'é€🧾', '\\ud83d\\ude00']) {
        const bytes = Buffer.from(`["${'x'.repeat(length)}${tail.repeat(9)}","b"]`);
        for (const size of [1_000, 65_536, bytes.length]) {
          const cuts = Array.from({ length: Math.floor(bytes.length / size) }, (_, index) => (index + 1) * size);
          const read = parse(divide(bytes, cuts)) as { value: unknown };
          expect(JSON.stringify(read.value) === JSON.stringify(JSON.parse(bytes.toString()))).toBe(true);
        }
      }
    },
  );
});

it.each([
  '',
  '[',
  ']',
  '[1,]',
  '[,1]',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '{a:1}',
  '[1 2]',
  '[1}',
  '{"a":1]',
  '"a',
  '"\t"',
  '"\\x"',
  '"\\u12G4"',
  '01',
  '1.',
  '.5',
  '+1',
  '1e',
  'tru',
  'nulll',
  'NaN',
  "'a'",
  '\uFEFF',
  '{"a":1}}',
])('rejects %j as invalid JSON', (source) => {
  expect(whole(source)).toBe('malformed_json');
});

it('rejects bytes that are not UTF-8, including bytes next to a chunk boundary', () => {
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x22, 0xc3, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
  ]) {
    expect(parse([Uint8Array.from(bytes)])).toBe('malformed_json');
    expect(parse(bytes.map((byte) => Uint8Array.of(byte)))).toBe('malformed_json');
  }
});

describe('limits the cost of a value before it is built', () => {
  it('by the number of values and names', () => {
    const limits = { ...LIMITS, nodes: 5 };
    expect(whole('[1,2,3,4]', limits)).toEqual({ value: [1, 2, 3, 4] });
    expect(whole('[1,2,3,4,5]', limits)).toBe('body_too_complex');
    expect(whole('{"a":1,"b":2}', limits)).toEqual({ value: { a: 1, b: 2 } });
    expect(whole('{"a":1,"b":2,"c"', limits)).toBe('body_too_complex');
  });

  it('by its depth', () => {
    const limits = { ...LIMITS, depth: 2 };
    expect(whole('[[1],{}]', limits)).toEqual({ value: [[1], {}] });
    expect(whole('[[[', limits)).toBe('json_too_deep');
  });

  it('by the length of a string: a longer one is truncated to one character above the limit', () => {
    const limits = { ...LIMITS, text: 3 };
    expect(whole('["abc","abcd","abcdefgh"]', limits)).toEqual({ value: ['abc', 'abcd', 'abcd'] });
  });

  it('stops reading at the error or at the end of the value', () => {
    const chunk = Buffer.from('{"a":[1,2]} [');
    expect(makeJsonParser(LIMITS).read(chunk, 0)).toBe(11);
  });
});

it.each([
  ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}', null],
  ['{"a":1,"a":2,"b":1,"b":2}', ['a']],
  ['{"a":[0,{"b":{"c":1,"\\u0063":2}}]}', ['a', 1, 'b', 'c']],
  ['[[],{"__proto__":1,"__proto__":2}]', [1, '__proto__']],
])('%s: the first duplicate name of an object', (text, path) => {
  expect(repeatedIn(text)).toEqual(path);
});
