import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { SnapshotHead, TextRow } from '../db/index.ts';

/** One line of a backup, which is JSON lines in gzip: the head, rows of tables, pieces of files, and the end. */
export type BackupLine =
  | { readonly backup: 1; readonly made_at: string; readonly service: string; readonly head: SnapshotHead }
  | { readonly table: string; readonly rows: readonly TextRow[] }
  /** `piece` is base64; a file begins with the piece that has a mode. */
  | { readonly file: string; readonly mode?: number; readonly piece: string }
  /** The last one: without it the file is a part of a backup. */
  | { readonly end: { readonly rows: Readonly<Record<string, number>>; readonly files: number } };

/** A backup that is being written. */
type BackupWriter = {
  readonly write: (line: BackupLine) => Promise<void>;
  /** Resolves when all of it is on the disk. */
  readonly close: () => Promise<void>;
};

/** Makes a backup's file, for its owner's eyes alone. @throws the system's error when it is there, or cannot be made */
export async function createBackup(path: string): Promise<BackupWriter> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await new Promise<void>((opened, reject) => {
    file.once('open', () => opened());
    file.once('error', reject);
  });
  const gzip = createGzip();
  gzip.pipe(file);
  const written = finished(file);
  written.catch((error: Error) => gzip.destroy(error));
  return {
    write: (line) => writeText(gzip, `${JSON.stringify(line)}\n`),
    close: async () => {
      gzip.end();
      await written;
    },
  };
}

function writeText(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Reads a backup line by line. @throws Error when it is damaged, or no backup of this form */
export async function* readBackup(path: string): AsyncGenerator<BackupLine> {
  const source = createReadStream(path);
  const gunzip = createGunzip();
  source.once('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let first = true;
  let last: BackupLine | undefined;
  for await (const text of createInterface({ input: gunzip, crlfDelay: Number.POSITIVE_INFINITY })) {
    last = JSON.parse(text) as BackupLine;
    if (first && !('backup' in last && last.backup === 1)) throw new Error(`${path} is no backup of this service`);
    first = false;
    yield last;
  }
  if (last === undefined || !('end' in last)) throw new Error(`${path} ends too early: it is a part of a backup`);
}
