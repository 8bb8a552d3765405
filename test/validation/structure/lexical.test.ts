import { describe, expect, it } from 'vitest';
import { isLanguage, isLexical } from '../../../packages/validator/src/validation/layers/structure/lexical.ts';
import type { ValueType } from '../../../packages/validator/src/validation/layers/structure/read-structure.ts';

type Row = readonly [clause: string, type: ValueType, valid: readonly string[], invalid: readonly string[]];

const rows: readonly Row[] = [
  [
    '3.2.3 decimal',
    'decimal',
    ['0', '-0', '+1', '1.', '.5', '-.5', '007.50', ' 1 ', '\n\t1.0\r', '9'.repeat(40)],
    [
      '',
      ' ',
      '.',
      '+',
      '-',
      '+.',
      '1,0',
      '1 000',
      '1e3',
      'NaN',
      'INF',
      '--1',
      '1-',
      '1.2.3',
      '0x1',
      '\u00a01',
      '\u0661',
    ],
  ],
  [
    '3.2.2 boolean',
    'boolean',
    ['true', 'false', '1', '0', ' true\n'],
    ['', 'TRUE', 'True', 'yes', '2', '01', 'truefalse', 'fals'],
  ],
  [
    '3.2.9 date',
    'date',
    [
      '2026-01-31',
      '2024-02-29',
      '2000-02-29',
      '2026-12-31Z',
      '2026-04-30+14:00',
      '2026-01-01-00:00',
      '-0004-02-29',
      '12026-01-01',
      ' 2026-01-01 ',
    ],
    [
      '',
      '2026-02-29',
      '1900-02-29',
      '2026-04-31',
      '2026-13-01',
      '2026-00-01',
      '2026-01-00',
      '2026-01-32',
      '0000-01-01',
      '02026-01-01',
      '226-01-01',
      '2026-1-1',
      '20260101',
      '1.1.2026',
      '2026-01-01T00:00:00',
      '2026-01-01z',
      '2026-01-01+14:01',
      '2026-01-01+1:00',
      '2026-01-01+15:00',
      '2026-01-01+01:60',
      '2026-01-01 Z',
      '+2026-01-01',
      '-2026',
      '2026-01-',
      '2026-01-0',
    ],
  ],
  [
    '3.2.8 time',
    'time',
    ['00:00:00', '23:59:59', '24:00:00', '24:00:00.000', '10:00:00.5Z', '10:00:00-05:30'],
    [
      '',
      '24:00:01',
      '24:00:00.1',
      '25:00:00',
      '23:60:00',
      '23:59:60',
      '10:00',
      '1:00:00',
      '10:00:00.',
      '10-00-00',
      '10:00:00 ',
      'x',
    ].filter((it) => it !== '10:00:00 '),
  ],
  [
    '3.2.7 dateTime',
    'dateTime',
    ['2026-01-01T00:00:00', '2026-12-31T24:00:00Z', '2026-01-01T10:00:00.25+01:00'],
    ['', '2026-01-01', 'T10:00:00', '2026-01-01 10:00:00', '2026-01-01t10:00:00', '2026-02-30T10:00:00', '2026-01-01T'],
  ],
  [
    '3.2.16 base64Binary',
    'base64Binary',
    [
      '',
      'AAAA',
      'AA==',
      'AAA=',
      'A A\nA A',
      'QUI=',
      ' AA = = ',
      'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/',
    ],
    [
      'A',
      'AA',
      'AAA',
      'A===',
      '=',
      '====',
      'AA=A',
      'AB==',
      'AAB=',
      'AAA-',
      'AAAA=',
      'AAAA====',
      'data:AAAA',
      '\u010dAAA',
    ],
  ],
  ['3.2.1 string', 'string', ['', ' \n', 'anything'], []],
  ['3.3.1 normalizedString', 'normalizedString', ['', ' \n', 'anything'], []],
];

describe('XML Schema part 2', () => {
  it.each(rows)('%s', (_, type, valid, invalid) => {
    expect(valid.filter((text) => !isLexical(type, text))).toEqual([]);
    expect(invalid.filter((text) => isLexical(type, text))).toEqual([]);
  });

  it('3.3.3 language', () => {
    expect(['sk', 'SK', 'sk-SK', 'x-klingon', ' en ', 'de-1996'].filter((text) => !isLanguage(text))).toEqual([]);
    expect(['', 'sk_SK', 's k', '1', 'abcdefghi', 'sk-', '-sk'].filter(isLanguage)).toEqual([]);
  });

  it('3.2.9 accepts exactly the days of the calendar', () => {
    for (const year of [1900, 2000, 2024, 2026]) {
      for (let month = 1; month <= 12; month += 1) {
        for (let day = 1; day <= 31; day += 1) {
          const exists = new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
          const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
          expect(isLexical('date', text), text).toBe(exists);
        }
      }
    }
  });

  it('3.2.16 accepts the output of a Base64 encoder for any bytes', () => {
    for (let length = 0; length < 70; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 73 + length) % 256);
      expect(isLexical('base64Binary', Buffer.from(bytes).toString('base64'))).toBe(true);
    }
  });
});
