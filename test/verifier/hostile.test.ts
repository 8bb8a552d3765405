import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { signReport } from '../../src/modules/evidence/signature.ts';
import { verifyEvidence } from '../../src/modules/evidence/verifier/index.ts';
import { readZip } from '../../src/modules/rules/loader/index.ts';
import { archive, makeKey, toBytes, written } from '../evidence/make-one.ts';
import { makeZip, type ZipEntry } from '../support/make-zip.ts';
import { ALL_FILES, makeWhole } from './complete-archive.ts';
import { makeNoteKey, makeProof } from './log-proof.ts';
import { codesOf, keySet, verifyOne } from './verify-one.ts';

type Whole = Awaited<ReturnType<typeof makeWhole>>;

let ours: Whole;
let files: ReadonlyMap<string, Uint8Array>;
let other: ReadonlyMap<string, Uint8Array>;
beforeAll(async () => {
  ours = await makeWhole();
  files = await readZip(ours.bytes);
  // Evidence of the same file by the same service on the same day, signed with another key.
  other = await readZip((await makeWhole()).bytes);
});

const verify = (bytes: Uint8Array, options = {}) => verifyOne(bytes, ours.key, { trusted: ours.trusted, ...options });
const pack = (changes: Readonly<Record<string, Uint8Array | string>>, more: readonly ZipEntry[] = []): Buffer =>
  makeZip([...[...files].map(([name, content]) => ({ name, content: changes[name] ?? content })), ...more]);

describe('a hostile archive', () => {
  it('is not read if it has a million entries, whatever count it states', async () => {
    const [entry, count] = [Buffer.alloc(47), 1_000_000];
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(1, 28);
    entry.write('a', 46);
    const directory = Buffer.alloc(entry.length * count, entry);
    for (const [stated, code] of [
      [count % 65_536, 'zip_too_large'],
      [65_535, 'zip_too_large'],
      [14, 'zip_directory'],
    ] as const) {
      const end = makeZip([]);
      end.writeUInt16LE(stated, 8);
      end.writeUInt16LE(stated, 10);
      end.writeUInt32LE(directory.length, 12);
      end.writeUInt32LE(4, 16);
      const found = await verify(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), directory, end]));
      expect([found.verdict, codesOf(found)]).toEqual(['not_genuine', expect.arrayContaining([code])]);
    }
  });

  it('is decompressed only up to a total limit, even if every file is damaged', async () => {
    const bombs = Array.from({ length: 100 }, (_, index) => ({
      name: `bomb ${index}`,
      content: Buffer.alloc(1_000_000),
      statedSize: 250_000_000,
    }));
    let total = 0;
    const { findings } = await verifyEvidence({
      bytes: new Uint8Array(makeZip(bombs)),
      invoice: null,
      trusted: ours.trusted,
      logKey: null,
      examiner: null,
      inflate: async (_, limit) => {
        total += limit;
        throw new Error('damaged');
      },
    });
    expect(total).toBeLessThanOrEqual(600_000_000);
    expect(codesOf({ findings })).toEqual(expect.arrayContaining(['zip_content bomb 0', 'zip_too_large bomb 99']));
  });

  it('is not decompressed beyond the stated size of a file', async () => {
    const bomb = { name: 'invoice.xml', content: Buffer.alloc(50_000_000), statedSize: 9 };
    expect(codesOf(await verify(makeZip([bomb])))).toContain('zip_content invoice.xml');
  });

  it('is rejected, naming the file, if it contains a file of another genuine archive', async () => {
    const same: string[] = [];
    for (const name of ALL_FILES) {
      const foreign = Buffer.from(other.get(name)!);
      if (foreign.equals(files.get(name)!)) {
        same.push(name);
        continue;
      }
      const found = await verify(pack({ [name]: foreign }));
      const named = name === 'SHA256SUMS' ? 'SHA256SUMS.jws' : name;
      expect([name, found.verdict, found.grade]).toEqual([name, 'not_genuine', null]);
      const faults = codesOf(found).filter((code) => !code.startsWith('zip_foreign'));
      expect(faults.some((code) => code.endsWith(` ${named}`))).toBe(true);
    }
    expect(same).not.toContain('evidence.json');
    expect(same).not.toContain('evidence.tlog-proof');
  });

  it('is rejected without its signed list, whichever other files were removed', async () => {
    const bound = ['SHA256SUMS', 'SHA256SUMS.jws'];
    const more = ['evidence.tlog-proof', 'checkpoint.tsr', 'checkpoint.2.tsr', 'report.pdf', 'keys.json', 'verify.mjs'];
    for (const away of [bound, [...bound, ...more, 'OVERENIE.txt', 'invoice.xml']]) {
      const left = [...files].filter(([name]) => !away.includes(name));
      const found = await verify(makeZip(left.map(([name, content]) => ({ name, content }))));
      expect([found.verdict, codesOf(found)]).toEqual([
        'not_genuine',
        expect.arrayContaining(bound.map((name) => `file_missing ${name}`)),
      ]);
    }
  });

  it.each(ALL_FILES)('is rejected without %s, which the findings name', async (name) => {
    const left = [...files].filter(([one]) => one !== name);
    const found = await verify(makeZip(left.map(([one, content]) => ({ name: one, content }))));
    expect([found.verdict, codesOf(found)]).toEqual(['not_genuine', expect.arrayContaining([`file_missing ${name}`])]);
  });

  it('is rejected if a name occurs twice, whichever copy is genuine', async () => {
    for (const name of ['evidence.json', 'invoice.xml', 'SHA256SUMS']) {
      const more = [{ name, content: files.get(name)! }];
      for (const bytes of [pack({}, more), pack({ [name]: 'other' }, more)])
        expect(codesOf(await verify(bytes))).toContain(`zip_twice ${name}`);
    }
  });

  it.each(['../evidence.json', '/etc/passwd', 'C:\\x', 'a\\b', 'a/b', '..', 'a\u0000.txt', 'a\u001b[2J'])(
    'is rejected if it contains a file with the invalid name %j',
    async (name) => {
      const found = await verify(pack({}, [{ name, content: 'x' }]));
      expect([found.verdict, codesOf(found)]).toEqual(['not_genuine', expect.arrayContaining([`zip_path ${name}`])]);
    },
  );

  it('is rejected if the central directory or the end record is truncated', async () => {
    const end = ours.bytes.subarray(-22);
    const cut = Buffer.concat([ours.bytes.subarray(0, -52), end]);
    expect(codesOf(await verify(cut))).toContain('zip_directory');
    for (const length of [0, 1, 21, 22, ours.bytes.readUInt32LE(ours.bytes.length - 6), ours.bytes.length - 1]) {
      const found = await verify(Buffer.concat([Buffer.from('PK'), ours.bytes.subarray(2, length)]));
      expect([found.verdict, codesOf(found)]).toEqual(['not_genuine', expect.arrayContaining(['zip_broken'])]);
    }
  });
});

describe('hostile content of evidence', () => {
  it('rejects a list of digests with unknown files or 13,000 lines', async () => {
    const sums = Buffer.from(files.get('SHA256SUMS')!).toString();
    const more = await verify(pack({ SHA256SUMS: `${sums}${'0'.repeat(64)}  more.txt\n` }));
    expect(codesOf(more)).toEqual(expect.arrayContaining(['sums_changed SHA256SUMS.jws', 'file_missing more.txt']));
    const many = Array.from({ length: 13_000 }, (_, index) => `${'0'.repeat(64)}  ${index}\n`).join('');
    expect(codesOf(await verify(pack({ SHA256SUMS: many })))).toContain('sums_changed SHA256SUMS');
  });

  it('limits the findings to 1,000 for a report that names 20,000 files', async () => {
    const report = JSON.parse(Buffer.from(files.get('evidence.json')!).toString());
    for (let index = 0; index < 20_000; index++) report.files[`file ${index}`] = '0'.repeat(64);
    const found = await verify(pack({ 'evidence.json': JSON.stringify(report) }));
    expect(found.findings).toHaveLength(1_000);
    expect(codesOf(found)).toContain('signature_broken evidence.json');
  });

  it('rejects an unknown key, under its own id or the id of a known key', async () => {
    const stranger = makeKey();
    const { report, texts } = written('<broken/>');
    const forged = await archive({ report: await signReport(report, stranger), texts }, stranger, null);
    const found = await verify(forged);
    expect([found.verdict, found.grade]).toEqual(['unverifiable', null]);
    expect(found.checks).toContainEqual(expect.objectContaining({ name: 'signer', state: 'failed' }));
    expect((await verify(forged, { trusted: null })).verdict).toBe('unconfirmed');
    const renamed = toBytes({ keys: [{ ...stranger.jwk, kid: ours.key.kid }] });
    const signed = await archive(
      { report: JSON.parse(Buffer.from(files.get('evidence.json')!).toString()), texts: {} },
      { ...stranger, kid: ours.key.kid },
      null,
      new Map([['keys.json', renamed]]),
    );
    expect(codesOf(await verify(signed))).toContain('sums_changed SHA256SUMS.jws');
  });

  it('rejects the inclusion proof of another leaf', async () => {
    const [log, witness] = [makeNoteKey('dokazy.example/log', 0x01), makeNoteKey('svedok.example', 0x04)];
    const { file } = makeProof(randomBytes(32), { log, witness }, { index: 5, size: 12 });
    expect(codesOf(await verify(pack({ 'evidence.tlog-proof': file })))).toContain('proof_differs evidence.tlog-proof');
  });

  it('rejects a checkpoint signed by another key with the name of the log', async () => {
    const stranger = makeNoteKey('dokazy.example/log', 0x01);
    const trusted = await keySet([ours.key.jwk], { vkey: stranger.vkey });
    expect(codesOf(await verify(ours.bytes, { trusted }))).toEqual(['checkpoint_unsigned evidence.tlog-proof']);
  });

  it('reports a date before the key was created, and rejects one after its retirement', async () => {
    const keysOf = (jwk: object) => keySet([{ ...ours.key.jwk, ...jwk }], { vkey: ours.trusted.log.vkey });
    const younger = await verify(ours.bytes, { trusted: await keysOf({ created_at: '2030-01-01T00:00:00.000Z' }) });
    expect([younger.verdict, codesOf(younger)]).toEqual(['genuine', ['key_younger evidence.json']]);
    const older = await verify(ours.bytes, { trusted: await keysOf({ retired_at: '2020-01-01T00:00:00.000Z' }) });
    expect([older.verdict, codesOf(older)]).toEqual(['not_genuine', ['key_retired evidence.json']]);
  });
});

describe('evidence of a discontinued log', () => {
  const verifyLater = async (logKey: string | null) => {
    const later = makeNoteKey('novy.example/log', 0x01);
    return verify(ours.bytes, { trusted: await keySet([ours.key.jwk], { vkey: later.vkey }), logKey });
  };

  it('is genuine with the current keys, but its log entry is not proven', async () => {
    const found = await verifyLater(null);
    expect([found.verdict, found.grade, codesOf(found)]).toEqual([
      'genuine',
      'signed',
      ['log_other evidence.tlog-proof'],
    ]);
    expect(found.checks).toContainEqual(expect.objectContaining({ name: 'log', state: 'unchecked' }));
  });

  it('is proven in the log with the old log key, given explicitly or in an archive of a known signer', async () => {
    const proven = { verdict: 'genuine', grade: 'signed_and_logged', findings: [] };
    expect(await verifyLater(ours.trusted.log.vkey)).toMatchObject(proven);
    expect(await verify(ours.bytes, { trusted: await keySet([ours.key.jwk]) })).toMatchObject(proven);
    const alone = await verify(ours.bytes, { trusted: null });
    expect(alone).toMatchObject({ verdict: 'unconfirmed', grade: 'signed', findings: [] });
  });
});
