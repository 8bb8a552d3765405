import { expect, it } from 'vitest';
import { ArchiveRefused, isArchive, MOST_FILES, readArchive, type Unread } from '../../web/read-archive.ts';
import { longIt } from '../support/cases.ts';
import { makeZip } from '../support/make-zip.ts';

const nobody = (): void => undefined;

/** What is read of an archive, and what is not. */
async function readAll(bytes: Uint8Array<ArrayBuffer>): Promise<{ read: string[]; unread: Unread[] }> {
  const [read, unread]: [string[], Unread[]] = [[], []];
  const passed = { leaveOut: nobody, cannotRead: (file: Unread) => unread.push(file) };
  for await (const { name } of readArchive(bytes, passed)) read.push(name);
  return { read, unread };
}

longIt('an archive with more files than are judged at once says how many are left out (none is silently)', async () => {
  const content = Buffer.from('<a/>');
  const others = { name: 'readme.txt', content };
  const invoices = Array.from({ length: MOST_FILES + 3 }, (_, index) => ({ name: `${index}.xml`, content }));
  const bytes = new Uint8Array(makeZip([others, ...invoices]));
  let leftOut = 0;
  let read = 0;
  for await (const { name } of readArchive(bytes, { leaveOut: (files) => (leftOut = files), cannotRead: nobody })) {
    expect(name).toBe(`${read}.xml`);
    read += 1;
  }
  expect([read, leftOut]).toEqual([MOST_FILES, 3]);
});

it('one that names its number of files elsewhere (APPNOTE 4.4.1.4, ZIP64) is refused, not read in part', async () => {
  const bytes = new Uint8Array(makeZip([{ name: 'a.xml', content: Buffer.from('<a/>') }]));
  new DataView(bytes.buffer, bytes.byteOffset).setUint16(bytes.length - 12, 0xffff, true);
  await expect(readArchive(bytes, { leaveOut: nobody, cannotRead: nobody }).next()).rejects.toThrow(ArchiveRefused);
});

it('a file that is damaged, too large or protected by a password keeps nobody from the others, and is told', async () => {
  const content = Buffer.from('<a/>'.repeat(100));
  const large = Buffer.alloc(51_000_000, ' ');
  const bytes = new Uint8Array(
    makeZip([
      { name: 'good.xml', content },
      { name: 'damaged.xml', content, method: 99 },
      { name: 'secret.xml', content, isEncrypted: true },
      { name: 'large.xml', content: large },
      { name: 'last.xml', content },
    ]),
  );
  expect(await readAll(bytes)).toEqual({
    read: ['good.xml', 'last.xml'],
    unread: [
      { name: 'damaged.xml', why: 'damaged' },
      { name: 'secret.xml', why: 'password' },
      { name: 'large.xml', why: 'size' },
    ],
  });
});

it('the signatures of a signed container are no invoices, nor is a document of an office program an archive', async () => {
  const content = Buffer.from('<a/>');
  const zipped = (...names: string[]) => new Uint8Array(makeZip(names.map((name) => ({ name, content }))));
  const container = zipped('invoice.xml', 'META-INF/signatures001.xml', 'META-INF/manifest.xml');
  expect((await readAll(container)).read).toEqual(['invoice.xml']);
  const kinds = [
    container,
    zipped('[Content_Types].xml', 'word/document.xml'),
    zipped('_rels/.rels'),
    Buffer.from('x'),
  ];
  expect(kinds.map((bytes) => isArchive({ name: '', bytes }))).toEqual([true, false, false, false]);
});

it('in names all is seen: a sign that turns the direction of writing hides no kind of file', async () => {
  const bytes = new Uint8Array(makeZip([{ name: 'faktura\u202egnp.xml', content: '<a/>' }]));
  expect((await readAll(bytes)).read).toEqual(['faktura\ufffdgnp.xml']);
});

it('names that Windows has written in code page 852 are read', async () => {
  const name = Uint8Array.from('FAKT\xe9RA \xa6ilina.xml', (sign) => sign.charCodeAt(0));
  const bytes = new Uint8Array(makeZip([{ name, content: '<a/>' }]));
  expect((await readAll(bytes)).read).toEqual(['FAKTÚRA Žilina.xml']);
});
