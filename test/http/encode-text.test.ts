import { parseXml, stringValue } from '@e-invoice/schematron/xml';
import { expect, it } from 'vitest';
import { encodeText } from '../../src/http/body/encode-text.ts';

const file = (encoding: string, text: string): string => `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`;

it.each(['UTF-8', 'utf-16', 'UTF-16LE', 'UTF-16BE', 'ISO-8859-1', 'ISO-8859-2', 'windows-1250'])(
  'restores a text that declares %s',
  async (encoding) => {
    const letters = encoding === 'ISO-8859-1' ? 'äéß' : 'äčľžŕô';
    const read = parseXml(await encodeText(file(encoding, letters)));
    expect(read.ok && stringValue(read.document.root)).toBe(letters);
  },
);

it('encodes a text without a declaration as UTF-8, byte for byte', async () => {
  expect(await encodeText('<a>č</a>')).toEqual(Buffer.from('<a>č</a>'));
  expect(await encodeText('\uFEFF<a/>')).toEqual(Buffer.from('\uFEFF<a/>'));
  expect(await encodeText('')).toEqual(Buffer.alloc(0));
});

it('restores the bytes of a file on disk', async () => {
  expect((await encodeText(file('windows-1250', 'č'))).includes(0xe8)).toBe(true);
  expect((await encodeText(file('utf-16', 'č'))).subarray(0, 4)).toEqual(Buffer.from([0xff, 0xfe, 0x3c, 0x00]));
});

it('uses UTF-8 when the declared encoding lacks a character', async () => {
  for (const [encoding, letters] of [
    ['windows-1250', '漢'],
    ['koi8-r', 'č'],
    ['US-ASCII', 'č'],
    ['cp1250', 'č'],
    ['ISO-8859-15', '€č'],
    ['UTF-32', '€č'],
    ['IBM037', '€č'],
  ] as const) {
    const encoded = await encodeText(file(encoding, letters));
    expect(encoded).toEqual(Buffer.from(file('UTF-8', letters)));
    const read = parseXml(encoded);
    expect(read.ok && stringValue(read.document.root), encoding).toBe(letters);
  }
});

it('keeps the bytes of a text in US-ASCII', async () => {
  const text = file('US-ASCII', 'a');
  expect(await encodeText(text)).toEqual(Buffer.from(text));
});

it.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1250'])(
  'encodes a text of several slices in %s, also when a slice would end within a character',
  async (encoding) => {
    const letters = encoding === 'windows-1250' ? 'č' : '🧾';
    for (const shift of ['', 'x']) {
      const text = shift + letters.repeat(400_000);
      const read = parseXml(await encodeText(file(encoding, text)));
      expect(read.ok && stringValue(read.document.root) === text).toBe(true);
    }
  },
);

it('uses UTF-8 for a text that only starts like a declaration', async () => {
  const text = `<?xml version="1.0" ${'a'.repeat(1_000_000)} encoding="windows-1250"?><a>č</a>`;
  expect((await encodeText(text)).equals(Buffer.from(text))).toBe(true);
});
