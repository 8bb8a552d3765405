import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { UNPACKED } from '../../src/modules/evidence/verifier/unpacked.ts';
import { type PackedFile, packFile, storeFile, writeZip } from '../../src/modules/evidence/write-zip.ts';
import { readZip } from '../../src/modules/rules/loader/index.ts';
import { AT } from '../evidence/make-one.ts';
import { makeZip } from '../support/make-zip.ts';
import { ALL_FILES, makeWhole, placesIn, unnoticed } from './complete-archive.ts';
import { codesOf, verifyOne } from './verify-one.ts';

let whole: Buffer;
let made: Awaited<ReturnType<typeof makeWhole>>;
let places: ReturnType<typeof placesIn>;

beforeAll(async () => {
  made = await makeWhole();
  whole = made.bytes;
  places = placesIn(whole);
});

const packFast = (name: string, content: Uint8Array): PackedFile => ({
  ...storeFile(name, content),
  method: 8,
  bytes: deflateRawSync(content, { level: 1 }),
});

const verify = (bytes: Uint8Array) => verifyOne(bytes, made.key, { trusted: made.trusted });

describe('changes of an archive', () => {
  it('reports no findings for an unchanged archive', async () => {
    const found = await verify(whole);
    expect(found).toMatchObject({ verdict: 'genuine', grade: 'signed_and_logged', findings: [] });
    expect(places.map(({ name }) => name)).toEqual(ALL_FILES);
  });

  it('detects changes in every file and names it', async () => {
    const missed: string[] = [];
    for (const { name, content } of places) {
      const step = Math.max(1, Math.floor((content[1] - content[0]) / 5));
      missed.push(...(await unnoticed(made, content, step, name)));
    }
    expect(missed).toEqual([]);
  });

  it('detects a changed key id in the signature of the list after repacking', async () => {
    const files = await readZip(whole);
    const [header = '', ...rest] = Buffer.from(files.get('SHA256SUMS.jws')!).toString().split('.');
    const fields = JSON.parse(Buffer.from(header, 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...fields, kid: `${fields.kid.slice(0, -1)}_` })).toString('base64url');
    files.set('SHA256SUMS.jws', Buffer.from([other, ...rest].join('.')));
    const packed = makeZip([...files].map(([name, content]) => ({ name, content })));
    expect(codesOf(await verify(packed))).toContain('sums_changed SHA256SUMS.jws');
  });

  it('detects a file that was compressed differently or stored, with the same content', async () => {
    const files = await readZip(whole);
    const content = files.get('report.html')!;
    const others = [packFast('report.html', content), storeFile('report.html', content)];
    for (const other of others) {
      const entries: PackedFile[] = [];
      for (const [name, bytes] of files)
        entries.push(
          name === other.name ? other : UNPACKED.has(name) ? storeFile(name, bytes) : await packFile(name, bytes),
        );
      const bytes = writeZip(entries, new Date(AT));
      expect(codesOf(await verify(bytes))).toEqual(['zip_foreign report.html']);
    }
  });

  it('does not read oversized files that are small in a genuine archive', async () => {
    for (const name of [
      'packed.json',
      'SHA256SUMS',
      'SHA256SUMS.jws',
      'keys.json',
      'evidence.tlog-proof',
      'checkpoint.tsr',
    ]) {
      const files = await readZip(whole);
      files.set(name, Buffer.alloc(1_000_001, 'a'));
      const packed = makeZip([...files].map(([own, content]) => ({ name: own, content })));
      expect(codesOf(await verify(packed))).toContain(`zip_too_large ${name}`);
    }
  });

  it('detects bytes added at the end, at the beginning or between files', async () => {
    const more = Buffer.from('more');
    const at = places[1]!.head[0];
    for (const bytes of [
      Buffer.concat([whole, more]),
      Buffer.concat([Buffer.from('PK'), whole]),
      Buffer.concat([whole.subarray(0, at), more, whole.subarray(at)]),
      whole.subarray(0, -1),
    ]) {
      const found = await verify(bytes);
      expect(found).toMatchObject({ verdict: 'not_genuine', grade: null });
    }
  });
});
