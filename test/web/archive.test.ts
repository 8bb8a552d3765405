import { expect, it } from 'vitest';
import { isArchive, MAX_FILES, readArchive, type Unread } from '../../web/read-archive.ts';
import { longIt } from '../support/cases.ts';
import { makeZip } from '../support/make-zip.ts';

const noOwner = (): void => undefined;

/** Collects the files that the reader yields and those that it reports. */
async function readAll(
  bytes: Uint8Array<ArrayBuffer>,
  limits?: Parameters<typeof readArchive>[2],
): Promise<{ read: string[]; unread: Unread[] }> {
  const [read, unread]: [string[], Unread[]] = [[], []];
  const passed = { leaveOut: noOwner, cannotRead: (file: Unread) => unread.push(file) };
  for await (const { name } of readArchive(bytes, passed, limits)) read.push(name);
  return { read, unread };
}

longIt('the report of an archive above the file limit states how many files were left out', async () => {
  const content = Buffer.from('<a/>');
  const others = { name: 'readme.txt', content: 'Faktúry' };
  const invoices = Array.from({ length: MAX_FILES + 3 }, (_, index) => ({ name: `${index}.xml`, content }));
  const bytes = new Uint8Array(makeZip([others, ...invoices]));
  let leftOut = 0;
  let read = 0;
  for await (const { name } of readArchive(bytes, { leaveOut: (files) => (leftOut = files), cannotRead: noOwner })) {
    expect(name).toBe(`${read}.xml`);
    read += 1;
  }
  expect([read, leftOut]).toEqual([MAX_FILES, 3]);
});

it('rejects a ZIP64 archive, which stores its number of files in another record (APPNOTE 4.4.1.4)', async () => {
  const bytes = new Uint8Array(makeZip([{ name: 'a.xml', content: Buffer.from('<a/>') }]));
  new DataView(bytes.buffer, bytes.byteOffset).setUint16(bytes.length - 12, 0xffff, true);
  await expect(readArchive(bytes, { leaveOut: noOwner, cannotRead: noOwner }).next()).rejects.toMatchObject({
    reason: 'zip64',
  });
});

it('reports damaged, oversized and encrypted files and reads the others', async () => {
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

it('ignores the signatures of signed containers and does not open office documents as archives', async () => {
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

const zipOf = (...entries: Parameters<typeof makeZip>[0]) => new Uint8Array(makeZip(entries));

it('reports every entry that is not an invoice and opens nested archives one level deep', async () => {
  const xml = '<a/>';
  const deepest = makeZip([{ name: 'd.xml', content: xml }]);
  const inner = makeZip([
    { name: 'b.xml', content: xml },
    { name: 'list.docx', content: makeZip([{ name: '[Content_Types].xml', content: xml }]) },
    { name: 'deeper.zip', content: deepest },
  ]);
  const bytes = zipOf(
    { name: 'Máj/', content: '' },
    { name: 'Máj/a.xml', content: xml },
    { name: './dot.xml', content: xml },
    { name: 'no-ending', content: ` ${xml}` },
    { name: 'Máj/supplier.ZIP', content: inner },
    { name: 'misnamed.xml', content: deepest },
    { name: 'blok.jpg', content: Buffer.from('ffd8ffe0', 'hex') },
    { name: 'page.html', content: '<!doctype html><p>' },
    { name: 'empty', content: '' },
    { name: 'old.rar', content: 'Rar!\x1a\x07' },
    { name: '__MACOSX/._a.xml', content: xml },
    { name: '.hidden/c.xml', content: xml },
    { name: 'META-INF/signatures.xml', content: xml },
    { name: 'Thumbs.db', content: xml },
  );
  let announced = 0;
  const [read, unread]: [string[], Unread[]] = [[], []];
  const passed = {
    announce: (n: number) => (announced += n),
    leaveOut: noOwner,
    cannotRead: (file: Unread) => unread.push(file),
  };
  for await (const { name } of readArchive(bytes, passed)) read.push(name);
  expect(read).toEqual(['Máj/a.xml', './dot.xml', 'no-ending', 'Máj/supplier.ZIP › b.xml', 'misnamed.xml › d.xml']);
  expect(unread).toEqual([
    { name: 'Máj/supplier.ZIP › list.docx', why: 'kind' },
    { name: 'Máj/supplier.ZIP › deeper.zip', why: 'archive' },
    { name: 'blok.jpg', why: 'kind' },
    { name: 'page.html', why: 'kind' },
    { name: 'empty', why: 'kind' },
    { name: 'old.rar', why: 'archive' },
  ]);
  expect(announced).toBe(read.length + unread.length);
});

it('reports a damaged nested archive and applies the size limit across all levels', async () => {
  const large = makeZip([{ name: 'large.xml', content: Buffer.alloc(40_000, ' ') }]);
  const inner = Array.from({ length: 14 }, (_, index) => ({ name: `${index}.zip`, content: large }));
  const limits = { files: 100, bytes: 500_000, bytesOfOne: 50_000 };
  const { read, unread } = await readAll(
    zipOf({ name: 'broken.zip', content: 'PK\x03\x04 nothing' }, ...inner, { name: 'last.xml', content: '<a/>' }),
    limits,
  );
  expect(unread[0]).toEqual({ name: 'broken.zip', why: 'damaged' });
  expect(read).toHaveLength(12);
  expect(unread.slice(1).every(({ why }) => why === 'size')).toBe(true);
  expect(read.length + unread.length).toBe(16);
});

it('rejects an archive whose entry count hides some of its entries', async () => {
  const bytes = zipOf({ name: 'a.xml', content: '<a/>' }, { name: 'b.xml', content: '<a/>' });
  new DataView(bytes.buffer, bytes.byteOffset).setUint16(bytes.length - 12, 1, true);
  await expect(readAll(bytes)).rejects.toMatchObject({ reason: 'entry-count' });
});

it('makes bidirectional control characters in names visible, so that they cannot hide a file type', async () => {
  const bytes = new Uint8Array(makeZip([{ name: 'faktura\u202egnp.xml', content: '<a/>' }]));
  expect((await readAll(bytes)).read).toEqual(['faktura\ufffdgnp.xml']);
});

it('decodes names written by Windows in code page 852', async () => {
  const name = Uint8Array.from('FAKT\xe9RA \xa6ilina.xml', (sign) => sign.charCodeAt(0));
  const bytes = new Uint8Array(makeZip([{ name, content: '<a/>' }]));
  expect((await readAll(bytes)).read).toEqual(['FAKTÚRA Žilina.xml']);
});
