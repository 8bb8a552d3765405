import { describe, expect, it } from 'vitest';
import { readZip } from '../../../src/modules/rules/loader/read-zip.ts';
import { makeZip, type ZipEntry } from '../../support/make-zip.ts';

const read = (...entries: ZipEntry[]) => readZip(makeZip(entries));

describe('ZIP archive', () => {
  it('is read into files by path', async () => {
    const files = await read(
      { name: 'a/', content: '' },
      { name: 'a/b.sch', content: 'b' },
      { name: 'č.txt', content: 'x'.repeat(100_000) },
    );
    expect([...files].map(([path, bytes]) => [path, bytes.length])).toEqual([
      ['a/b.sch', 1],
      ['č.txt', 100_000],
    ]);
  });

  it.each<[string, RegExp, ZipEntry[]]>([
    ['contains a path to a parent folder', /relative path/, [{ name: '../a.sch', content: '' }]],
    ['contains a path to a parent folder after a folder', /relative path/, [{ name: 'a/../../b.sch', content: '' }]],
    ['has an absolute path', /absolute path/, [{ name: '/etc/passwd', content: '' }]],
    ['has a drive letter', /absolute path/, [{ name: 'C:/a.sch', content: '' }]],
    ['contains a link', /is a symbolic link/, [{ name: 'a.sch', content: '/etc/passwd', mode: 0o120777 }]],
    ['is encrypted', /encrypted/, [{ name: 'a.sch', content: 'x', isEncrypted: true }]],
    [
      'contains a file twice',
      /occurs twice/,
      [
        { name: 'a', content: '1' },
        { name: 'a', content: '2' },
      ],
    ],
    ['states a wrong size', /cannot be read/, [{ name: 'a', content: 'x'.repeat(1_000_000), statedSize: 10 }]],
    ['contains a huge file', /larger than/, [{ name: 'a', content: 'x', statedSize: 3_000_000_000 }]],
    [
      'exceeds the total size when unpacked',
      /unpacks to more/,
      Array.from({ length: 6 }, (_, n) => ({ name: `a${n}`, content: Buffer.alloc(19_000_000) })),
    ],
  ])('that %s is rejected', async (_, reason, entries) => {
    await expect(read(...entries)).rejects.toThrow(reason);
  });

  it('that is invalid or truncated is rejected', async () => {
    await expect(readZip(Buffer.from('not an archive, though long enough to be one'))).rejects.toThrow(
      /cannot be read/,
    );
    const whole = makeZip([{ name: 'a', content: 'abc' }]);
    await expect(readZip(whole.subarray(0, -30))).rejects.toThrow(/cannot be read/);
  });
});
