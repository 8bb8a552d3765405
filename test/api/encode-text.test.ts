import { expect, it } from 'vitest';
import { encodeText } from '../../src/api/encode-text.ts';
import { parseXml, stringValue } from '../../src/xml/index.ts';

const file = (encoding: string, text: string): string => `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`;

it.each(['UTF-8', 'utf-16', 'UTF-16LE', 'UTF-16BE', 'ISO-8859-1', 'ISO-8859-2', 'windows-1250'])(
  'a text that declares %s is read back as it was',
  (encoding) => {
    const letters = encoding === 'ISO-8859-1' ? 'äéß' : 'äčľžŕô';
    const read = parseXml(encodeText(file(encoding, letters)));
    expect(read.ok && stringValue(read.document.root)).toBe(letters);
  },
);

it('a text without a declaration is UTF-8, byte for byte', () => {
  expect(encodeText('<a>č</a>')).toEqual(Buffer.from('<a>č</a>'));
  expect(encodeText('\uFEFF<a/>')).toEqual(Buffer.from('\uFEFF<a/>'));
  expect(encodeText('')).toEqual(Buffer.alloc(0));
});

it('the bytes are those of the file on disk', () => {
  expect(encodeText(file('windows-1250', 'č')).includes(0xe8)).toBe(true);
  expect(encodeText(file('utf-16', 'č')).subarray(0, 4)).toEqual(Buffer.from([0xff, 0xfe, 0x3c, 0x00]));
});

it('what the declared encoding cannot hold is UTF-8', () => {
  for (const text of [file('windows-1250', '漢'), file('koi8-r', 'č')])
    expect(encodeText(text)).toEqual(Buffer.from(text));
});
