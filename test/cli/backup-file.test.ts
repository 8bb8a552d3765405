import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BackupLine, createBackup, packInto, readBackup } from '../../src/cli/backup-file.ts';
import { explainFailure } from '../../src/platform/index.ts';
import { backupHead } from '../support/backup-head.ts';

let folder: string;
let whole: string;
const at = (name: string): string => join(folder, name);

const head = backupHead([{ name: 'places', value: '7', called: true }]);
const rows = Array.from({ length: 400 }, (_, number) => ({ table: 'documents', rows: [[String(number * 7_919)]] }));
const LINES = [head, ...rows, { end: { rows: { documents: 400 }, files: 0 } }] as unknown as BackupLine[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-backup-file-'));
  whole = at('whole');
  const writer = await createBackup(whole);
  for (const line of LINES) await writer.write(line);
  await writer.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function readAll(path: string): Promise<BackupLine[]> {
  const lines: BackupLine[] = [];
  for await (const line of readBackup(path)) lines.push(line);
  return lines;
}

/** Error message for the operator. */
const reportOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing',
    (error: unknown) => explainFailure(error).text,
  );

it('reads back a backup as written', async () => {
  expect(await readAll(whole)).toEqual(LINES);
});

it('reports an incomplete backup in one sentence', async () => {
  const bytes = readFileSync(whole);
  const files: [name: string, content: Uint8Array | string, reason: string][] = [
    [
      'short',
      bytes.subarray(0, bytes.length / 2),
      'is damaged, or is not a backup of this service: unexpected end of file',
    ],
    ['changed', Uint8Array.from(bytes, (byte, index) => (index === bytes.length - 6 ? byte ^ 1 : byte)), 'is damaged'],
    ['text', 'no gzip', 'is damaged, or is not a backup of this service: incorrect header check'],
    ['lines', gzipSync('no JSON\n'), 'is damaged, or is not a backup of this service: a line is not JSON'],
    ['other', gzipSync('{}\n'), 'is not a backup of this service'],
    ['nothing', gzipSync('null\n'), 'is not a backup of this service'],
    ...['null', '5', '{}', '{"table":"documents","rows":null}', '{"table":"documents","rows":[5]}', '{"end":null}'].map(
      (line, number): [string, Uint8Array, string] => [
        `line-${number}`,
        gzipSync(`${JSON.stringify(head)}\n${line}\n`),
        'is damaged, or is not a backup of this service: it contains an unknown line',
      ],
    ),
    ['part', gzipSync(`${JSON.stringify(head)}\n`), 'is incomplete: the end of the backup is missing'],
  ];
  for (const [name, content, reason] of files) {
    writeFileSync(at(name), content);
    const text = await reportOf(readAll(at(name)));
    expect(text).toContain(`${at(name)} ${reason}`);
    expect(text).not.toMatch(/\n|fault of the service/);
  }
  expect(await reportOf(readAll(at('nowhere')))).toBe(`${at('nowhere')} cannot be read (ENOENT)`);
});

it('writes only to a new file', async () => {
  expect(await reportOf(createBackup(whole))).toBe(`${whole} already exists: a backup is always written to a new file`);
  expect(await reportOf(createBackup(at('no/file')))).toBe(`${at('no/file')} cannot be written: ENOENT`);
});

it('reports a full disk without ending the process', async () => {
  const full = createWriteStream('/dev/full');
  const { write, close } = packInto(full, at('full'));
  const noise = (): BackupLine => ({ file: 'rules/a', piece: randomBytes(100_000).toString('base64') });
  const report = await reportOf(
    (async () => {
      for (;;) await write(noise());
    })(),
  );
  expect(report).toBe(`${at('full')} cannot be written: ENOSPC`);
  // A failed writer must be closable.
  expect(await reportOf(close())).toBe(report);
});
