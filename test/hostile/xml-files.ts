import type { XmlFaultReason } from '@e-invoice/schematron/xml';

/** A hostile or malformed file, and the expected error. */
export type HostileFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly reason: XmlFaultReason;
  readonly line: number;
  readonly column: number;
  readonly found?: string | null;
  readonly expected?: string | null;
};

type Parts = string | readonly number[];

/** Concatenates text as UTF-8 and raw bytes. */
export const bytesOf = (...parts: readonly Parts[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : [...part])),
  );

export function utf16(text: string, order: 'LE' | 'BE', mark: boolean): Uint8Array {
  const bytes: number[] = mark ? (order === 'LE' ? [0xff, 0xfe] : [0xfe, 0xff]) : [];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    bytes.push(...(order === 'LE' ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255]));
  }
  return Uint8Array.from(bytes);
}

const declaration = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>`;

const bomb = `<?xml version="1.0"?>
<!DOCTYPE lolz [
  <!ENTITY a "ha">${Array.from({ length: 9 }, (_, i) => `\n  <!ENTITY a${i} "${`&${i === 0 ? 'a' : `a${i - 1}`};`.repeat(10)}">`).join('')}
]>
<Invoice>&a8;</Invoice>`;

const blowUp = `<!DOCTYPE x [<!ENTITY e "${'e'.repeat(50_000)}">]><x>${'&e;'.repeat(50_000)}</x>`;

const file = (
  name: string,
  bytes: Uint8Array | string,
  reason: XmlFaultReason,
  line: number,
  column: number,
  found?: string | null,
  expected?: string | null,
): HostileFile => ({
  name,
  bytes: typeof bytes === 'string' ? bytesOf(bytes) : bytes,
  reason,
  line,
  column,
  ...(found === undefined ? {} : { found }),
  ...(expected === undefined ? {} : { expected }),
});

/** Document types: always rejected, whatever their position and content. */
export const DOCTYPES: readonly HostileFile[] = [
  file(
    'external entity of a local file',
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>\n<x>&e;</x>',
    'doctype-declaration',
    1,
    1,
    '<!DOCTYPE',
  ),
  file(
    'external entity over HTTP',
    '<?xml version="1.0"?>\n <!DOCTYPE x [<!ENTITY e SYSTEM "http://127.0.0.1/">]><x>&e;</x>',
    'doctype-declaration',
    2,
    2,
  ),
  file('external subset', '<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd"><x/>', 'doctype-declaration', 1, 1),
  file(
    'parameter entities',
    '<!DOCTYPE x [<!ENTITY % p SYSTEM "file:///dev/random"> %p;]><x/>',
    'doctype-declaration',
    1,
    1,
  ),
  file('billion laughs', bomb, 'doctype-declaration', 2, 1),
  file('quadratic blow-up', blowUp, 'doctype-declaration', 1, 1),
  file(
    'document type after a comment that has one',
    '<!-- <!DOCTYPE x> -->\n<!DOCTYPE x><x/>',
    'doctype-declaration',
    2,
    1,
  ),
  file('unterminated document type', '<!DOCTYPE x [<!ENTITY', 'doctype-declaration', 1, 1),
  file('document type with only quotes', `<!DOCTYPE x "${'<"'.repeat(100_000)}`, 'doctype-declaration', 1, 1),
  file('document type inside the document element', '<x>\n  <!DOCTYPE x></x>', 'doctype-declaration', 2, 3),
];

/** Bytes that do not match the declared encoding. */
export const ENCODINGS: readonly HostileFile[] = [
  file('UTF-7 claim', `${declaration('UTF-7')}<x>+ADw-</x>`, 'encoding-unsupported', 1, 31, 'UTF-7'),
  file('an unknown encoding', `\n${declaration('x')}`.slice(1), 'encoding-unsupported', 1, 31, 'x'),
  file(
    'windows-1250 bytes without a declaration',
    bytesOf('<x>\n<y>\u010d', [0x9a], '</y></x>'),
    'byte-not-in-encoding',
    2,
    5,
    '9A',
    'UTF-8',
  ),
  file(
    'windows-1250 bytes declared as UTF-8',
    bytesOf(declaration('UTF-8'), '<x>Ko', [0x9a], 'ice</x>'),
    'byte-not-in-encoding',
    1,
    44,
    '9A',
    'UTF-8',
  ),
  file('overlong slash', bytesOf('<x>', [0xc0, 0xaf], '</x>'), 'byte-not-in-encoding', 1, 4, 'C0'),
  file('overlong three bytes', bytesOf('<x>', [0xe0, 0x80, 0xaf], '</x>'), 'byte-not-in-encoding', 1, 4, 'E0'),
  file(
    'beyond the last character',
    bytesOf('<x>', [0xf4, 0x90, 0x80, 0x80], '</x>'),
    'byte-not-in-encoding',
    1,
    4,
    'F4',
  ),
  file(
    'unpaired surrogate in UTF-8',
    bytesOf('<x>', [0xed, 0xa0, 0x80], '</x>'),
    'surrogate-unpaired',
    1,
    4,
    'ED A0 80',
  ),
  file('character cut off at the end', bytesOf('<x>\u{1f600}', [0xe2, 0x82]), 'character-cut-off', 1, 5, 'E2 82'),
  file(
    'unpaired surrogate in UTF-16',
    utf16('<x>\n\ud800 </x>', 'LE', true),
    'surrogate-unpaired',
    2,
    1,
    '00 D8',
    'UTF-16LE',
  ),
  file(
    'second half of a surrogate pair alone',
    utf16('<x>\udc00</x>', 'BE', true),
    'surrogate-unpaired',
    1,
    4,
    'DC 00',
    'UTF-16BE',
  ),
  file('UTF-16 of an odd length', bytesOf([...utf16('<x/>', 'LE', true)], [0x0a]), 'character-cut-off', 1, 5, '0A'),
  file('UTF-16 without mark and declaration', utf16('<x/>', 'BE', false), 'encoding-undeclared', 1, 1, 'UTF-16BE'),
  file(
    'UTF-16 mark, UTF-8 declared',
    utf16(`${declaration('UTF-8')}<x/>`, 'LE', true),
    'encoding-contradicts-mark',
    1,
    31,
    'UTF-8',
    'UTF-16',
  ),
  file(
    'UTF-16 bytes, ISO-8859-2 declared',
    utf16(`${declaration('ISO-8859-2')}<x/>`, 'LE', false),
    'encoding-contradicts-bytes',
    1,
    31,
    'ISO-8859-2',
    'UTF-16',
  ),
  file(
    'big-endian mark, little-endian declared',
    utf16(`${declaration('UTF-16LE')}<x/>`, 'BE', true),
    'encoding-contradicts-mark',
    1,
    31,
    'UTF-16LE',
  ),
  file(
    'UTF-8 mark, ISO-8859-1 declared',
    bytesOf([0xef, 0xbb, 0xbf], `${declaration('ISO-8859-1')}<x/>`),
    'encoding-contradicts-mark',
    1,
    31,
    'ISO-8859-1',
    'UTF-8',
  ),
  file('8-bit bytes, UTF-16 declared', `${declaration('UTF-16')}<x/>`, 'encoding-contradicts-bytes', 1, 31, 'UTF-16'),
  file(
    'not ASCII',
    bytesOf(declaration('US-ASCII'), '\n<x>', [0xe1], '</x>'),
    'byte-not-in-encoding',
    2,
    4,
    'E1',
    'US-ASCII',
  ),
  file(
    'unassigned in windows-1250',
    bytesOf(declaration('windows-1250'), '<x>', [0x9a, 0x81], '</x>'),
    'byte-not-in-encoding',
    1,
    50,
    '81',
    'windows-1250',
  ),
  file('UTF-32', bytesOf([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), 'encoding-unsupported', 1, 1, 'UTF-32LE'),
  file('UTF-32 without a mark', bytesOf([0, 0, 0, 0x3c]), 'encoding-unsupported', 1, 1, 'UTF-32BE'),
  file('EBCDIC', bytesOf([0x4c, 0x6f, 0xa7, 0x94]), 'encoding-unsupported', 1, 1, 'EBCDIC'),
];

/** Files that exceed a limit. */
export const SIZES: readonly HostileFile[] = [
  file('no byte', bytesOf(), 'no-bytes', 1, 1, null),
  file('a byte order mark alone', bytesOf([0xef, 0xbb, 0xbf]), 'only-white-space', 1, 1, null),
  file('a UTF-16 mark alone', bytesOf([0xff, 0xfe]), 'only-white-space', 1, 1, null),
  file('white space alone', ' \r\n\t\n', 'only-white-space', 1, 1, null),
  file('one element too deep', `${'<x>'.repeat(201)}${'</x>'.repeat(201)}`, 'too-deep', 1, 601, '<x>', '200'),
  file('a hundred thousand deep', '<x>\n'.repeat(100_000), 'too-deep', 201, 1, '<x>', '200'),
  file(
    'three hundred attributes',
    `<x\n${Array.from({ length: 300 }, (_, i) => `a${i}=""`).join('\n')}/>`,
    'too-many-attributes',
    1,
    1,
    null,
    '256',
  ),
  file(
    'eight hundred thousand attributes',
    `<x ${Array.from({ length: 800_000 }, (_, i) => `a${i}=""`).join(' ')}/>`,
    'too-many-attributes',
    1,
    1,
    null,
    '256',
  ),
  file(
    'two million elements',
    `<x>${'<a/>'.repeat(2_000_000)}</x>`,
    'too-many-nodes',
    1,
    5_999_996 + 4,
    null,
    '1500000',
  ),
  file(
    'more bytes than allowed',
    new Uint8Array(10_000_001).fill(0x20),
    'too-many-bytes',
    1,
    1,
    '10000001',
    '10000000',
  ),
];
