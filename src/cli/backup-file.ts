import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import type { SnapshotHead, TextRow } from '../db/index.ts';
import { OperatorFault } from '../runtime/index.ts';

/** One line of a backup, which is JSON lines in gzip: the head, rows of tables, pieces of files, and the end. */
export type BackupLine =
  | { readonly backup: 1; readonly made_at: string; readonly service: string; readonly head: SnapshotHead }
  | { readonly table: string; readonly rows: readonly TextRow[] }
  /** `piece` is base64; a file begins with the piece that has a mode. */
  | { readonly file: string; readonly mode?: number; readonly piece: string }
  /** The last one: without it the file is a part of a backup. */
  | { readonly end: { readonly rows: Readonly<Record<string, number>>; readonly files: number } };

const Head: z.ZodType<SnapshotHead> = z.object({
  server: z.string(),
  migrations: z.array(z.object({ version: z.int(), name: z.string(), digest: z.string() })).min(1),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.object({ name: z.string(), type: z.string() })).min(1) }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^\d{1,19}$/), called: z.boolean() })),
});

/** Whoever wrote the file, this is what is gone on with. */
const Line: z.ZodType<BackupLine> = z.union([
  z.object({ table: z.string(), rows: z.array(z.array(z.string().nullable())) }),
  z.strictObject({ file: z.string(), mode: z.int().min(0).max(0o777), piece: z.string() }),
  z.strictObject({ file: z.string(), piece: z.string() }),
  z.object({ backup: z.literal(1), made_at: z.string(), service: z.string(), head: Head }),
  z.object({ end: z.object({ rows: z.record(z.string(), z.int()), files: z.int() }) }),
]);

/** A backup that is being written. */
type BackupWriter = {
  readonly write: (line: BackupLine) => Promise<void>;
  /** Resolves when all of it is on the disk. */
  readonly close: () => Promise<void>;
};

/** Makes a backup's file, for its owner's eyes alone. @throws OperatorFault when it is there, or cannot be written */
export async function createBackup(path: string): Promise<BackupWriter> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await new Promise<void>((opened, reject) => {
    file.once('open', () => opened());
    file.once('error', (error) => reject(explainWriting(path, error)));
  });
  return packInto(file, path);
}

/** Writes a backup into an open file, packed. */
export function packInto(file: Writable, path: string): BackupWriter {
  const gzip = createGzip();
  // Told by `written`; without somebody who listens here too it would end the process.
  gzip.on('error', () => undefined);
  gzip.pipe(file);
  const written = finished(file).catch((error: Error) => {
    throw explainWriting(path, error);
  });
  /** Of the line that is being written: the stream that its file has left does not end it. */
  let fail: (error: Error) => void = () => undefined;
  written.catch((error: Error) => {
    gzip.destroy();
    fail(error);
  });
  return {
    write: (line) =>
      new Promise((resolve, reject) => {
        fail = reject;
        gzip.write(`${JSON.stringify(line)}\n`, (error) => {
          if (!error) resolve();
          else written.then(() => reject(error), reject);
        });
      }),
    close: async () => {
      gzip.end();
      await written;
    },
  };
}

function explainWriting(path: string, { code, message }: NodeJS.ErrnoException): OperatorFault {
  if (code === 'EEXIST') return new OperatorFault(`${path} is there already: a backup is written into a new file`);
  return new OperatorFault(`${path} cannot be written: ${code ?? message}`);
}

/** Reads a backup line by line. @throws OperatorFault when it is damaged, or no backup of this form */
export async function* readBackup(path: string): AsyncGenerator<BackupLine> {
  const source = createReadStream(path);
  const gunzip = createGunzip();
  source.once('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let last: BackupLine | undefined;
  const texts = createInterface({ input: gunzip, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  try {
    for (;;) {
      // Of reading alone: what is done with a line has faults of its own.
      const read = await texts.next().catch((error: unknown) => Promise.reject(explainReading(path, error)));
      if (read.done === true) break;
      const line = parseLine(path, read.value);
      if (last === undefined && (line === null || !('backup' in line)))
        throw new OperatorFault(`${path} is no backup of this service`);
      if (line === null)
        throw new OperatorFault(`${path} is damaged, or no backup of this service: a line is none of a backup`);
      last = line;
      yield line;
    }
  } finally {
    source.destroy();
    gunzip.destroy();
  }
  if (last === undefined || !('end' in last))
    throw new OperatorFault(`${path} ends too early: it is a part of a backup`);
}

/** Faults of the gzip, and of the file below it. */
function explainReading(path: string, error: unknown): unknown {
  const { code = '', message, syscall } = error as NodeJS.ErrnoException;
  if (code.startsWith('Z_')) return new OperatorFault(`${path} is damaged, or no backup of this service: ${message}`);
  return syscall === undefined ? error : new OperatorFault(`${path} cannot be read (${code})`);
}

/** @returns null when it is JSON, and no line of a backup */
function parseLine(path: string, text: string): BackupLine | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new OperatorFault(`${path} is damaged, or no backup of this service: a line is not JSON`);
  }
  return Line.safeParse(value).data ?? null;
}
