import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FilePiece, walkBackup } from '../../src/cli/verify-backup.ts';
import { backupHead } from '../support/backup-head.ts';

/** An inconsistent backup is detected before anything is changed. */

let path: string;
beforeAll(() => {
  path = join(mkdtempSync(join(tmpdir(), 'einvoice-walk-backup-')), 'backup');
});
afterAll(() => rmSync(join(path, '..'), { recursive: true, force: true }));

const head = backupHead();
const row = { table: 'documents', rows: [['a'], [null]] };
const started = { file: 'sftp/a', mode: 0o640, piece: 'YQ==' };
const more = { file: 'sftp/a', piece: 'Yg==' };
const end = { end: { rows: { documents: 2 }, files: 1 } };

async function walk(...lines: readonly unknown[]) {
  writeFileSync(path, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  const pieces: FilePiece[] = [];
  const { counts } = await walkBackup(path, {
    rows: async (_, rows) => rows.length,
    piece: (piece) => void pieces.push(piece),
  });
  return { ...counts, pieces };
}

it('reads a consistent backup to its end', async () => {
  expect(await walk(head, row, started, more, end)).toEqual({ ...end.end, pieces: [started, more] });
});

it.each<[string, readonly unknown[], string]>([
  ['one row more than in its trailer', [head, row, row, started, end], 'row or file counts do not match'],
  ['one file fewer than in its trailer', [head, row, end], 'row or file counts do not match'],
  ['a table missing from its trailer', [head, row, started, { end: { rows: {}, files: 1 } }], 'row or file counts'],
  [
    'rows of an undeclared table',
    [head, { ...row, table: 'evil' }, started, end],
    'rows of evil, a table that its header does not list',
  ],
  [
    'a row with other columns',
    [head, { ...row, rows: [['a', 'b']] }, started, end],
    'a row of documents with other columns',
  ],
  ['a file twice', [head, row, started, started, end], 'starts twice, or never: sftp/a'],
  ['a file without its first part', [head, row, more, end], 'starts twice, or never: sftp/a'],
  ['a second header', [head, head, row, started, end], 'has two headers'],
  ['lines after its trailer', [head, row, started, end, row], 'has data after its trailer'],
])('rejects a backup with %s', async (_, lines, reason) => {
  await expect(walk(...lines)).rejects.toThrow(reason);
});
