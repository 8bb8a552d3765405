import { describe, expect, it } from 'vitest';
import { kindOf } from '../../src/modules/sftp/intake/file-kind.ts';
import { readManifest } from '../../src/modules/sftp/intake/manifest.ts';
import { isFilename, isTemporary } from '../../src/modules/sftp/intake/names.ts';
import { readChecksum } from '../../src/platform/checksum-file.ts';

describe('file names', () => {
  it.each(['faktura 1.xml', 'Faktúra č. 7.xml', 'Faktúra.xml'.normalize('NFD'), 'a', 'x'.repeat(200), 'conto.xml'])(
    'accepts %j',
    (name) => expect(isFilename(name)).toBe(true),
  );

  it('allows suffixes of partial files and sidecars on a name of maximum length', () => {
    const longest = 'č'.repeat(100);
    for (const ending of ['', '.filepart', '.CRDOWNLOAD', '.sha256', '.SHA256', '.sha256.filepart'])
      expect([ending, isFilename(longest + ending), isFilename(`a${longest}${ending}`)]).toEqual([ending, true, false]);
  });

  it.each([
    ['', 'nothing'],
    ['.', 'the folder'],
    ['..', 'the one above'],
    ['a/b', 'a path'],
    ['a\\b', 'a path of Windows'],
    ['a\0b', 'NUL'],
    ['a\nb', 'a line break'],
    ['x'.repeat(201), 'too long'],
    ['č'.repeat(101), 'too long in UTF-8'],
    ['CON', 'a device'],
    ['nul.xml', 'a device'],
    ['COM1', 'a device'],
    ['NUL .xml', 'a device: spaces before the dot do not count'],
    ['CONOUT$', 'a device'],
    ['nul:a.xml', 'a device'],
    ['a.', 'a dot at the end'],
    ['a\uFFFD', 'bytes that are no UTF-8'],
    ['a\uD800', 'half a character'],
    ['a\u202Elmx.', 'turned direction'],
  ])('rejects %j: %s', (name) => expect(isFilename(name)).toBe(false));

  it.each(['a.tmp', 'a.xml.filepart', 'a.PART', 'a.uploading', '.a.xml', '~a.xml', 'a.xml~'])(
    'treats %j as temporary',
    (name) => expect(isTemporary(name)).toBe(true),
  );
  it.each(['a.xml', 'part.xml', 'a.tmp.xml'])('treats %j as final', (name) => expect(isTemporary(name)).toBe(false));
});

describe('file kind', () => {
  it.each([
    ['a.xml', '', 'invoice'],
    ['a', '\uFEFF <Invoice/>', 'invoice'],
    ['a.dat', 'PK\x03\x04…', 'zip'],
    ['a.xml', '%PDF-1.7', 'pdf'],
    ['a.xml', '<?xml version="1.0"?><!-- %PDF-1.7 --><Invoice/>', 'invoice'],
    ['a.json', '{"note":"%PDF-1.7"}', 'draft'],
    ['a.ndjson', '{}', 'ndjson'],
    ['a.JSON', '{}', 'draft'],
    ['a.txt', 'hello', 'unknown'],
    ['a', '', 'unknown'],
  ] as const)('%s beginning with %j is %s', (name, head, kind) => expect(kindOf(name, Buffer.from(head))).toBe(kind));

  it('detects an invoice in UTF-16 with a byte order mark', () => {
    expect(kindOf('a', Buffer.from('\uFEFF<Invoice/>', 'utf16le'))).toBe('invoice');
  });
});

const SUM = 'ab'.repeat(32);

describe('manifests and checksums', () => {
  it('reads a checksum as a bare digest or a sha256sum line; other content matches no file', () => {
    const tagged = [`SHA256 (a (1).xml) = ${SUM}`, `SHA256(a.xml)= ${SUM}`, `SHA2-256(a.xml)= ${SUM}`];
    for (const text of [SUM.toUpperCase(), `${SUM} *a.xml\n`, `\uFEFF${SUM}\r\n`, ...tagged])
      expect([text, readChecksum(Buffer.from(text))]).toEqual([text, SUM]);
    expect(readChecksum(Buffer.from(`\uFEFF${SUM}\r\n`, 'utf16le'))).toBe(SUM);
    for (const text of ['', 'ab', `SHA1 (a.xml) = ${SUM}`]) expect(readChecksum(Buffer.from(text))).toBe('');
  });

  const read = (name: string, text: string) => {
    const listed = readManifest(name, Buffer.from(text));
    return 'faults' in listed ? listed.faults : listed.entries;
  };

  it('reads manifests and checksums written by Windows and other programs', () => {
    const entries = ['a (1).xml', 'b.xml'].map((name) => ({ name, sha256: SUM, size: null }));
    const lines = `${SUM} *a (1).xml\r\n${SUM} *b.xml\r\n`;
    for (const text of [
      `\uFEFF${lines}`,
      `SHA256 (a (1).xml) = ${SUM}\nSHA2-256(b.xml)= ${SUM}\n`,
      `# 27. 11.\n${lines}`,
    ])
      expect([text, read('SHA256SUMS', text)]).toEqual([text, entries]);
    expect(readManifest('SHA256SUMS', Buffer.from(`\uFEFF${lines}`, 'utf16le'))).toEqual({ entries });
    const json = `\uFEFF${JSON.stringify({ files: [{ name: 'č.xml', sha256: SUM }] })}`;
    for (const encoding of ['utf8', 'utf16le'] as const)
      expect(readManifest('x.manifest.json', Buffer.from(json, encoding))).toEqual({
        entries: [{ name: 'č.xml', sha256: SUM, size: null }],
      });
  });

  it('reads a manifest in sha256sum or JSON format, and rejects an empty or malformed one', () => {
    expect(read('SHA256SUMS', `${SUM}  a b.xml\n${SUM} *./c.xml\n`)).toEqual([
      { name: 'a b.xml', sha256: SUM, size: null },
      { name: 'c.xml', sha256: SUM, size: null },
    ]);
    expect(read('x.manifest.json', JSON.stringify({ files: [{ name: 'a', sha256: SUM, size: 3 }] }))).toEqual([
      { name: 'a', sha256: SUM, size: 3 },
    ]);
    expect(read('SHA256SUMS', '')).toEqual([{ name: 'SHA256SUMS', fault: 'empty' }]);
    for (const text of ['x', `${SUM}`]) expect(read('SHA256SUMS', text)).toEqual([{ line: 1, fault: 'malformed' }]);
    const malformed = { fault: 'malformed' };
    expect(read('x.manifest.json', '[]')).toEqual([{ ...malformed, pointer: '/files' }]);
    expect(read('x.manifest.json', '{')).toEqual([{ ...malformed, line: 1, column: 2 }]);
    expect(read('x.manifest.json', '{"files":[]}')).toEqual([{ name: 'x.manifest.json', fault: 'empty' }]);
    expect(read('x.manifest.json', '{"files":[{"name":1}]}')).toEqual([{ ...malformed, pointer: '/files/0/name' }]);
  });
});
