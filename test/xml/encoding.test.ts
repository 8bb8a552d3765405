import { parseXml, stringValue } from '@e-invoice/schematron/xml';
import { describe, expect, it } from 'vitest';
import { bytesOf, utf16 } from '../hostile/xml-files.ts';

const declaration = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>`;

function read(bytes: Uint8Array): [encoding: string, text: string] {
  const parsed = parseXml(bytes);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return [parsed.encoding, stringValue(parsed.document)];
}

const single = (encoding: string, ...bytes: number[]): Uint8Array =>
  bytesOf(declaration(encoding), '<x>', bytes, '</x>');

describe('encodings', () => {
  const word = 'Ko\u0161ice \u20ac\u{1f600}';
  const document = `<x>${word}</x>`;

  it.each([
    ['UTF-8 by default', bytesOf(document), 'UTF-8'],
    ['UTF-8 with a byte order mark', bytesOf('\ufeff', document), 'UTF-8'],
    ['UTF-8 as declared', bytesOf(declaration('utf-8'), document), 'UTF-8'],
    ['UTF-8 with a byte order mark, and declared', bytesOf('\ufeff', declaration('UTF-8'), document), 'UTF-8'],
    ['UTF-16LE with a byte order mark', utf16(document, 'LE', true), 'UTF-16LE'],
    ['UTF-16BE with a byte order mark', utf16(document, 'BE', true), 'UTF-16BE'],
    ['UTF-16 with a byte order mark, and declared', utf16(declaration('UTF-16') + document, 'BE', true), 'UTF-16BE'],
    [
      'UTF-16LE declared, without a byte order mark',
      utf16(declaration('UTF-16LE') + document, 'LE', false),
      'UTF-16LE',
    ],
    ['UTF-16 declared, without a byte order mark', utf16(declaration('UTF-16') + document, 'BE', false), 'UTF-16BE'],
  ])('%s', (_, bytes, encoding) => {
    expect(read(bytes)).toEqual([encoding, word]);
  });

  it.each([
    ['windows-1250', [0x8a, 0x9a, 0xe8, 0x80], '\u0160\u0161\u010d\u20ac'],
    ['cp1250', [0xbc, 0xbe], '\u013d\u013e'],
    ['Windows-1252', [0x80, 0x9a, 0xe9], '\u20ac\u0161\u00e9'],
    ['ISO-8859-1', [0x80, 0x9a, 0xe9, 0xa4], '\u0080\u009a\u00e9\u00a4'],
    ['iso-8859-2', [0xa9, 0xb9, 0xe8, 0xbb], '\u0160\u0161\u010d\u0165'],
    ['ISO-8859-15', [0xa4, 0xa8, 0xbd, 0xe9], '\u20ac\u0161\u0153\u00e9'],
    ['iso_8859-15', [0xa4], '\u20ac'],
    ['latin9', [0xa4], '\u20ac'],
    ['ISO-8859-16', [0xa4, 0xaa, 0xde, 0xe9], '\u20ac\u0218\u021a\u00e9'],
    ['ISO8859-1', [0xe9, 0xa4], '\u00e9\u00a4'],
    ['ISO8859_2', [0xa9], '\u0160'],
    ['ISO-8859-5', [0xb6], '\u0416'],
    ['ISO-8859-7', [0xe1], '\u03b1'],
    ['ISO-8859-9', [0x80, 0xd0, 0xfd, 0xe9], '\u0080\u011e\u0131\u00e9'],
    ['windows-1251', [0xc6], '\u0416'],
    ['windows-1257', [0xd0], '\u0160'],
    ['US-ASCII', [0x41], 'A'],
  ])('%s', (encoding, bytes, text) => {
    expect(read(single(encoding, ...bytes))[1]).toBe(text);
  });

  it.each([
    ['windows-1250', '81 83 88 90 98'],
    ['windows-1252', '81 8D 8F 90 9D'],
    ['ISO-8859-1', ''],
    ['ISO-8859-2', ''],
    ['ISO-8859-7', 'AE D2 FF'],
    ['ISO-8859-9', ''],
    ['ISO-8859-15', ''],
    ['ISO-8859-16', ''],
    ['windows-1251', '98'],
  ])('%s rejects exactly the bytes that it leaves unassigned', (encoding, unassigned) => {
    const refused = Array.from({ length: 128 }, (_, index) => index + 128).filter(
      (byte) => !parseXml(single(encoding, byte)).ok,
    );
    expect(refused.map((byte) => byte.toString(16).toUpperCase()).join(' ')).toBe(unassigned);
  });

  it.each(['ISO-8859-0', 'ISO-8859-11', 'ISO-8859-12', 'ISO-8859-17', 'windows-1256', 'UTF-32', 'UTF-7'])(
    'rejects %s',
    (encoding) => {
      const parsed = parseXml(single(encoding, 0x41));
      expect(parsed.ok ? null : parsed.faults[0]).toMatchObject({ reason: 'encoding-unsupported', found: encoding });
    },
  );

  it('finds the declaration with any quotes, spaces and other attributes', () => {
    const bytes = bytesOf(
      "<?xml\n version = '1.0'\tencoding\n=\r\n'ISO-8859-2' standalone='yes' ?><x>",
      [0xa9],
      '</x>',
    );
    expect(read(bytes)).toEqual(['ISO-8859-2', '\u0160']);
  });

  it('ignores a processing instruction that looks like a declaration', () => {
    expect(read(bytesOf('<?xml-model encoding="UTF-7"?><x/>'))[0]).toBe('UTF-8');
    expect(read(bytesOf('<?xml version="1.0"?><!-- <?xml version="1.0" encoding="UTF-7"?> --><x/>'))[0]).toBe('UTF-8');
  });

  it('reads only the view of a larger buffer', () => {
    const whole = bytesOf('<a/>', single('ISO-8859-1', 0xe9) as never, '<b/>');
    expect(read(whole.subarray(4, whole.length - 4))).toEqual(['ISO-8859-1', '\u00e9']);
  });
});
