import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import type { SnapshotHead, TextRow } from '../platform/db/index.ts';
import { OperatorFault } from '../platform/index.ts';
import { isSameSeal, makeSeal } from './backup-seal.ts';

/** One line of a backup (gzipped JSON lines): head, table rows, file pieces, trailer. */
export type BackupLine =
  | { readonly backup: 1; readonly made_at: string; readonly service: string; readonly head: SnapshotHead }
  | { readonly table: string; readonly rows: readonly TextRow[] }
  /** `piece` is base64. The first piece of a file has `mode`. */
  | { readonly file: string; readonly mode?: number; readonly piece: string }
  /**
   * The trailer; a backup without it is incomplete. `seal` is an HMAC over all lines and over this line without
   * `seal`.
   */
  | {
      readonly end: { readonly rows: Readonly<Record<string, number>>; readonly files: number };
      readonly seal?: string;
    };

const Head: z.ZodType<SnapshotHead> = z.object({
  server: z.string(),
  migrations: z.array(z.object({ name: z.string(), digest: z.string() })).min(1),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.object({ name: z.string(), type: z.string() })).min(1) }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^\d{1,19}$/), called: z.boolean() })),
});

/** Validates untrusted lines: anyone may have written the file. */
const Line: z.ZodType<BackupLine> = z.union([
  z.object({ table: z.string(), rows: z.array(z.array(z.string().nullable())) }),
  z.strictObject({ file: z.string(), mode: z.int().min(0).max(0o777), piece: z.string() }),
  z.strictObject({ file: z.string(), piece: z.string() }),
  z.object({ backup: z.literal(1), made_at: z.string(), service: z.string(), head: Head }),
  z.object({ end: z.object({ rows: z.record(z.string(), z.int()), files: z.int() }), seal: z.string().optional() }),
]);

type BackupWriter = {
  readonly write: (line: BackupLine) => Promise<void>;
  /** Resolves when all data is flushed to disk. */
  readonly close: () => Promise<void>;
};

/**
 * Creates a backup file that only its owner can read.
 *
 * @param key HMAC key of the seal; null: the backup is not sealed
 * @throws OperatorFault when the file exists or cannot be written
 */
export async function createBackup(path: string, key: Uint8Array | null = null): Promise<BackupWriter> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await new Promise<void>((opened, reject) => {
    file.once('open', () => opened());
    file.once('error', (error) => reject(explainWriting(path, error)));
  });
  return packInto(file, path, key);
}

/** Writes a gzipped backup into an open stream. */
export function packInto(file: Writable, path: string, key: Uint8Array | null = null): BackupWriter {
  const gzip = createGzip();
  const seal = key === null ? null : makeSeal(key);
  // `done` reports this error. Without a listener here Node would end the process.
  gzip.on('error', () => undefined);
  gzip.pipe(file);
  const done = finished(file).catch((error: Error) => {
    throw explainWriting(path, error);
  });
  /** Rejects the pending write: a gzip stream whose destination failed does not. */
  let fail: (error: Error) => void = () => undefined;
  done.catch((error: Error) => {
    gzip.destroy();
    fail(error);
  });
  return {
    write: (line) =>
      new Promise((resolve, reject) => {
        fail = reject;
        const text = JSON.stringify(line);
        seal?.add(text);
        const written = seal !== null && 'end' in line ? JSON.stringify({ ...line, seal: seal.end() }) : text;
        gzip.write(`${written}\n`, (error) => {
          if (!error) resolve();
          else done.then(() => reject(error), reject);
        });
      }),
    close: async () => {
      gzip.end();
      await done;
    },
  };
}

function explainWriting(path: string, { code, message }: NodeJS.ErrnoException): OperatorFault {
  if (code === 'EEXIST') return new OperatorFault(`${path} already exists: a backup is always written to a new file`);
  return new OperatorFault(`${path} cannot be written: ${code ?? message}`);
}

/**
 * Reads a backup line by line.
 *
 * @param key HMAC key of the seal, which is verified before the last line is returned; null: the seal is ignored
 * @throws OperatorFault when the file is damaged or has another format; with a key also when the seal is missing or
 *   wrong
 */
export async function* readBackup(path: string, key: Uint8Array | null = null): AsyncGenerator<BackupLine> {
  const seal = key === null ? null : makeSeal(key);
  const source = createReadStream(path);
  const gunzip = createGunzip();
  source.once('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let last: BackupLine | undefined;
  const texts = createInterface({ input: gunzip, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  try {
    for (;;) {
      // Only errors of reading are explained; the consumer of a line handles its own.
      const read = await texts.next().catch((error: unknown) => Promise.reject(explainReading(path, error)));
      if (read.done === true) break;
      const line = parseLine(path, read.value);
      if (last === undefined && (line === null || !('backup' in line)))
        throw new OperatorFault(`${path} is not a backup of this service`);
      if (line === null)
        throw new OperatorFault(`${path} is damaged, or is not a backup of this service: it contains an unknown line`);
      if (seal !== null && !('end' in line)) seal.add(read.value);
      if (seal !== null && 'end' in line) {
        seal.add(JSON.stringify({ end: line.end }));
        checkSeal(path, line.seal, seal.end());
      }
      last = line;
      yield line;
    }
  } finally {
    source.destroy();
    gunzip.destroy();
  }
  if (last === undefined || !('end' in last))
    throw new OperatorFault(`${path} is incomplete: the end of the backup is missing`);
}

/** Option of `restore` that accepts a backup whose seal cannot be verified. */
export const UNVERIFIED = '--unverified';

function checkSeal(path: string, found: string | undefined, expected: string): void {
  if (found === undefined)
    throw new OperatorFault(
      `${path} has no seal, because it was written without EVIDENCE_SECRET. ` +
        `If you are sure that nobody has changed it, restore it with ${UNVERIFIED}`,
    );
  if (!isSameSeal(found, expected))
    throw new OperatorFault(
      `${path} does not match its seal: it was changed, or was written with another EVIDENCE_SECRET. ` +
        `Set the EVIDENCE_SECRET that it was written with. Only if you are sure that nobody has changed it, restore it with ${UNVERIFIED}`,
    );
}

/** Explains errors of gzip and of the underlying file. */
function explainReading(path: string, error: unknown): unknown {
  const { code = '', message, syscall } = error as NodeJS.ErrnoException;
  if (code.startsWith('Z_'))
    return new OperatorFault(`${path} is damaged, or is not a backup of this service: ${message}`);
  return syscall === undefined ? error : new OperatorFault(`${path} cannot be read (${code})`);
}

/** @returns null when the text is JSON but not a backup line */
function parseLine(path: string, text: string): BackupLine | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new OperatorFault(`${path} is damaged, or is not a backup of this service: a line is not JSON`);
  }
  return Line.safeParse(value).data ?? null;
}
