import type { SnapshotHead, TextRow } from '../platform/db/index.ts';
import { OperatorFault } from '../platform/index.ts';
import { type BackupLine, readBackup } from './backup-file.ts';

type Table = SnapshotHead['tables'][number];

/** A piece of a file. The first piece has `mode`. */
export type FilePiece = Extract<BackupLine, { readonly file: string }>;

export type Counts = { readonly rows: Readonly<Record<string, number>>; readonly files: number };

/** Consumer of a backup. */
type Taking = {
  /** @returns number of rows stored */
  readonly rows: (table: Table, rows: readonly TextRow[]) => Promise<number>;
  readonly piece: (piece: FilePiece) => void;
};

/**
 * Reads a whole backup and checks that it is consistent: table names, order of files, and the counts in its trailer.
 *
 * @param key HMAC key of the seal; null: the seal is not verified
 * @throws OperatorFault when the backup is inconsistent or the seal is wrong; any error of `taking`
 */
export async function walkBackup(
  path: string,
  taking: Taking,
  key: Uint8Array | null = null,
): Promise<{ readonly head: SnapshotHead; readonly counts: Counts }> {
  const tables = new Map<string, Table>();
  const counts = new Map<string, number>();
  const files = new Set<string>();
  let open: string | null = null;
  let ended: Counts | null = null;
  let head: SnapshotHead | null = null;
  for await (const line of readBackup(path, key)) {
    if (ended !== null) throw new OperatorFault(`${path} has data after its trailer`);
    if ('backup' in line) {
      if (head !== null) throw new OperatorFault(`${path} has two headers`);
      head = line.head;
      for (const table of head.tables) tables.set(table.name, table);
      for (const name of tables.keys()) counts.set(name, 0);
    } else if ('table' in line) {
      const table = tables.get(line.table);
      if (table === undefined)
        throw new OperatorFault(`The backup has rows of ${line.table}, a table that its header does not list`);
      if (line.rows.some((row) => row.length !== table.columns.length))
        throw new OperatorFault(`The backup has a row of ${line.table} with other columns than its header lists`);
      counts.set(table.name, counts.get(table.name)! + (await taking.rows(table, line.rows)));
    } else if ('file' in line) {
      if (line.mode !== undefined ? files.has(line.file) : open !== line.file)
        throw new OperatorFault(`The backup has a file that starts twice, or never: ${line.file}`);
      open = line.file;
      files.add(open);
      taking.piece(line);
    } else {
      ended = { rows: Object.fromEntries(counts), files: files.size };
      if (!agree(ended, line.end))
        throw new OperatorFault('The backup is corrupt: row or file counts do not match its trailer.');
    }
  }
  return { head: head!, counts: ended! };
}

const agree = (one: Counts, other: Counts): boolean =>
  one.files === other.files &&
  Object.keys(one.rows).length === Object.keys(other.rows).length &&
  Object.entries(one.rows).every(([name, count]) => other.rows[name] === count);
