import { expect, it } from 'vitest';
import { ArchiveRefused, MOST_FILES, readArchive } from '../../web/read-archive.ts';
import { longIt } from '../support/cases.ts';
import { makeZip } from '../support/make-zip.ts';

longIt('an archive with more files than are judged at once says how many are left out (none is silently)', async () => {
  const content = Buffer.from('<a/>');
  const others = { name: 'readme.txt', content };
  const invoices = Array.from({ length: MOST_FILES + 3 }, (_, index) => ({ name: `${index}.xml`, content }));
  const bytes = new Uint8Array(makeZip([others, ...invoices]));
  let leftOut = 0;
  let read = 0;
  for await (const { name } of readArchive(bytes, (files) => (leftOut = files))) {
    expect(name).toBe(`${read}.xml`);
    read += 1;
  }
  expect([read, leftOut]).toEqual([MOST_FILES, 3]);
});

it('one that names its number of files elsewhere (APPNOTE 4.4.1.4, ZIP64) is refused, not read in part', async () => {
  const bytes = new Uint8Array(makeZip([{ name: 'a.xml', content: Buffer.from('<a/>') }]));
  new DataView(bytes.buffer, bytes.byteOffset).setUint16(bytes.length - 12, 0xffff, true);
  await expect(readArchive(bytes, () => undefined).next()).rejects.toThrow(ArchiveRefused);
});
