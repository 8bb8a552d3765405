import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MalformedJson, makeJsonParser } from '../../src/platform/json/index.ts';
import { casesOf } from '../support/cases.ts';

/** `reason line:column` of the first syntax error in a text that arrives in these chunks. */
function errorOf(pieces: readonly Buffer[]): string {
  const parser = makeJsonParser({ nodes: 1_000, depth: 100, text: 1_000_000 });
  try {
    for (const piece of pieces) parser.readAll(piece);
    parser.end();
    return 'none';
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error;
    const { reason, line, column } = error.values;
    expect(error.detail.en).toMatch(`Line ${line}, column ${column}: `);
    expect(error.detail.sk).toMatch(`Riadok ${line}, stĺpec ${column}: `);
    return `${reason} ${line}:${column}`;
  }
}

const utf16 = (text: string, isBig = false): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

const CASES: readonly [string | Buffer, string][] = [
  ['', 'empty 1:1'],
  [' \n ', 'empty 2:2'],
  ['\uFEFF', 'empty 1:1'],
  ['{"a":1,\n "b":[1,2', 'incomplete 2:10'],
  ['{"a":"x', 'incomplete 1:8'],
  ['{"a":1}\n{"b":2}', 'extra 2:1'],
  ['{"a":1}}', 'extra 1:8'],
  ['{"a":1,}', 'trailing_comma 1:8'],
  ['{\r\n  "č": "ž",\r\n}', 'trailing_comma 3:1'],
  ['[1,\n2,\n]', 'trailing_comma 3:1'],
  ["{'a':1}", 'quotes 1:2'],
  ['{"a":\'1\'}', 'quotes 1:6'],
  ['{“a”:1}', 'quotes 1:2'],
  [Buffer.from('{\x93a\x94:1}', 'latin1'), 'quotes 1:2'],
  ['{a:1}', 'name 1:2'],
  ['{"a":1,,}', 'name 1:8'],
  ['{"a" 1}', 'colon 1:6'],
  ['{"a":}', 'value 1:6'],
  ['[,1]', 'value 1:2'],
  ['[True]', 'value 1:2'],
  ['[undefined, 1]', 'value 1:2'],
  ['{"a":\n NaN}', 'not_a_number 2:2'],
  ['[Infinity]', 'not_a_number 1:2'],
  ['[1, 007]', 'number 1:5'],
  ['1.', 'number 1:1'],
  ['[+1]', 'number 1:2'],
  ['{"content":"<a b="c"/>"}', 'comma 1:19'],
  ['["á" "b"]', 'comma 1:6'],
  ['{"a":[1}', 'bracket 1:8'],
  ['[}', 'bracket 1:2'],
  ['{"a":1 // one\n}', 'comment 1:8'],
  ['/* x */ {}', 'comment 1:1'],
  ['{"a":"<a>\n</a>"}', 'control_character 1:10'],
  ['{"a":"é\tb"}', 'control_character 1:8'],
  ['{"a":"C:\\dir"}', 'escape 1:10'],
  ['{"a":"\\u12G4"}', 'escape 1:11'],
  ['<Invoice/>', 'xml 1:1'],
  ['\uFEFF<Invoice/>', 'xml 1:1'],
  [utf16('{"a":1}'), 'utf16 1:2'],
  [utf16('\uFEFF{"a":1}'), 'utf16 1:1'],
  [utf16('{"a":1}', true), 'utf16 1:1'],
  [utf16('\uFEFF{"a":1}', true), 'utf16 1:1'],
  [Buffer.from('{"č":"á\uFFFD'.concat('é')).subarray(0, -1), 'incomplete 1:10'],
  [Buffer.concat([Buffer.from('{"č":"á\uFFFD'), Buffer.from([0xe1, 0x62]), Buffer.from('"}')]), 'not_utf8 1:9'],
];

it.each(CASES)('locates and names the error in %j', (text, error) => {
  expect(errorOf([Buffer.from(text)])).toBe(error);
});

it('finds the same error wherever the text is split', () => {
  // The kind of character is determined by the ones after it; the last one of a chunk is an unexpected value.
  const cases = CASES.filter(([, error]) => !/^(quotes|not_a_number|not_utf8|incomplete)/.test(error));
  fc.assert(
    fc.property(fc.constantFrom(...cases), fc.array(fc.nat(), { maxLength: 4 }), ([text, error], cuts) => {
      const bytes = Buffer.from(text);
      const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
      expect(errorOf(places.slice(1).map((to, index) => bytes.subarray(places[index]!, to)))).toBe(error);
    }),
    { numRuns: casesOf(500) },
  );
});

it('locates a number that is too long', () => {
  expect(errorOf([Buffer.from(`[1, ${'9'.repeat(500)}`), Buffer.from(`${'9'.repeat(501)}]`)])).toBe('number 1:5');
});

it('locates an error after a text that is decoded in chunks', () => {
  const long = 'č'.repeat(100_000);
  expect(errorOf([Buffer.from(`{"a":"${long}",}`)])).toBe('trailing_comma 1:100009');
  const bytes = Buffer.concat([Buffer.from(`{"a":"${long}`), Buffer.from([0xe1]), Buffer.from('bc"}')]);
  expect(errorOf([bytes])).toBe('not_utf8 1:100007');
});
