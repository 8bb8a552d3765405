/** `backup` and `restore`: everything that the service remembers, in one file. */
import { createReadStream, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import {
  checkKnown,
  isEmptyDatabase,
  migrate,
  openDatabase,
  restoreSnapshot,
  type SnapshotHead,
  withSnapshot,
} from '../db/index.ts';
import {
  type Config,
  type Log,
  makeFolder,
  makeLog,
  OperatorFault,
  readConfig,
  startPostgres,
} from '../runtime/index.ts';
import { describeEngine } from '../validation-pool/packs/index.ts';
import { type BackupLine, createBackup } from './backup-file.ts';
import { type Counts, type FilePiece, walkBackup } from './walk-backup.ts';
import { compareAddresses, reachServer } from './with-database.ts';

/** What of DATA_DIR cannot be made anew; the secret that opens sealed keys is kept apart on purpose. */
const FOLDERS = ['rules', 'artifacts'] as const;

/** Below them: what is made anew, and what is not whole yet. */
const LEFT_OUT = ['.compiled', '.unfinished'];

const PIECE_BYTES = 1024 * 1024;

/** What `--help` says. */
export const BACKUP_USAGE = 'usage: backup <file that is not there yet>';
export const RESTORE_USAGE = 'usage: restore <file>, into an empty database: that of DATABASE_URL, or a new DATA_DIR';

/** A mistyped option is no name of a file: one that begins so is written `./--name`. */
const isFile = (path: string | undefined): path is string => path !== undefined && !path.startsWith('-');

/** `backup <file>` @returns the exit code */
export async function backup([path, ...more]: readonly string[]): Promise<number> {
  if (!isFile(path) || more.length > 0) {
    console.error(BACKUP_USAGE);
    return 2;
  }
  const config = readConfig();
  const { rows, files } = await writeBackup(config, makeLog({ level: 'warn', role: 'cli' }, process.stderr), path);
  console.log(`${path}: ${sum(rows)} rows of ${Object.keys(rows).length} tables, ${files} files`);
  if (config.evidenceSecret === null)
    console.error(
      'DATA_DIR/evidence.secret is not in it: keep it apart. After a restore without it evidence is signed with a new key, and the ' +
        'transparency log publishes nothing any more: new evidence stays at the grade “signed” until the secret is back',
    );
  if (config.artifactStore?.kind === 's3')
    console.error('What is kept in the bucket is not in it: keep versions or a copy of the bucket');
  return 0;
}

/** `restore <file>` @returns the exit code */
export async function restore([path, ...more]: readonly string[]): Promise<number> {
  if (!isFile(path) || more.length > 0) {
    console.error(RESTORE_USAGE);
    return 2;
  }
  const config = readConfig();
  const { rows, files } = await readBackIn(config, makeLog({ level: 'warn', role: 'cli' }, process.stderr), path);
  console.log(`${sum(rows)} rows of ${Object.keys(rows).length} tables and ${files} files are back`);
  return 0;
}

const sum = (rows: Readonly<Record<string, number>>): number => Object.values(rows).reduce((a, b) => a + b, 0);

/** Where everything is that a backup holds. */
type Place = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 'root' | 'sftp'>;

/** Writes a backup, beside a running service or without one. @throws OperatorFault when the file is there already */
export async function writeBackup(place: Place, log: Log, path: string): Promise<Counts> {
  const server = await reachServer(place, log);
  try {
    const file = await createBackup(path);
    try {
      const counts = await withSnapshot(server.url, async ({ head, read }) => {
        const service = describeEngine(place.root).version;
        await file.write({ backup: 1, made_at: new Date().toISOString(), service, head });
        const rows = new Map<string, number>();
        for (const table of head.tables) {
          let count = 0;
          for await (const some of read(table)) {
            await file.write({ table: table.name, rows: some });
            count += some.length;
          }
          rows.set(table.name, count);
        }
        return Object.fromEntries(rows);
      });
      const files = await writeFiles(place, file.write);
      await file.write({ end: { rows: counts, files } });
      await file.close();
      return { rows: counts, files };
    } catch (error) {
      await file.close().catch(() => undefined);
      rmSync(path, { force: true });
      throw error;
    }
  } finally {
    await server.stop();
  }
}

/** The folders of customers lie where the configuration says; in a backup they are `sftp`. */
const foldersOf = ({ dataDir, sftp }: Place): ReadonlyMap<string, string> =>
  new Map([...FOLDERS.map((name) => [name, join(dataDir, name)] as const), ['sftp', sftp.root]]);

async function writeFiles(place: Place, write: (line: BackupLine) => Promise<void>): Promise<number> {
  let count = 0;
  for (const [name, folder] of foldersOf(place)) {
    for (const path of listFiles(folder)) {
      const found = await stat(path).catch(() => null);
      // Customers fetch and delete files meanwhile.
      if (found === null) continue;
      const file = [name, ...relative(folder, path).split(sep)].join('/');
      await write({ file, mode: found.mode & 0o777, piece: '' });
      for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES }))
        await write({ file, piece: (piece as Buffer).toString('base64') });
      count += 1;
    }
  }
  return count;
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !LEFT_OUT.some((name) => entry.parentPath.split(sep).includes(name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/**
 * Restores a backup into a database without tables, and its files beside it. Rows are counted against the backup.
 *
 * @throws OperatorFault when the database or a folder is not empty, or the backup is damaged, says two things or is of a later
 *   release: all is then as it was. What only the database itself can refuse is refused later: files, and an embedded
 *   database that was made for it, are gone again then; a database of one's own keeps empty tables, as the message says
 */
export async function readBackIn(place: Place, log: Log, path: string): Promise<Counts> {
  const folders = foldersOf(place);
  // Once to its end before anything is touched: what is damaged is found while there is nothing to undo.
  const { head } = await walkBackup(path, {
    rows: async (_, rows) => rows.length,
    piece: ({ file }) => void placeOf(folders, file),
  });
  await checkKnown(head.migrations, join(place.root, 'migrations'));
  for (const [name, folder] of folders)
    if (listFiles(folder).length > 0)
      throw new OperatorFault(`The folder ${name} is not empty: a backup is restored into a new place`);
  await compareAddresses(place, log);
  const url = place.databaseDirectUrl ?? place.databaseUrl;
  if (url !== null) return readInto(url, place, log, { path, head });
  const cluster = join(place.dataDir, 'postgres');
  const made = !existsSync(cluster);
  const embedded = await startPostgres({ dataDir: place.dataDir, log });
  try {
    const counts = await readInto(embedded.url, place, log, { path, head });
    await embedded.stop();
    return counts;
  } catch (error) {
    await embedded.stop();
    // A start on it would be that of an empty service.
    if (made) rmSync(cluster, { recursive: true, force: true });
    throw error;
  }
}

type Backup = { readonly path: string; readonly head: SnapshotHead };

async function readInto(url: string, place: Place, log: Log, { path, head }: Backup): Promise<Counts> {
  if (!(await isEmptyDatabase(url)))
    throw new OperatorFault('The database is not empty: a backup is restored into one without tables');
  const migrations = join(place.root, 'migrations');
  const folders = foldersOf(place);
  const written: string[] = [];
  try {
    await inDatabase(url, log, (db) => migrate(db, migrations, head.migrations.at(-1)?.version ?? 0));
    const { counts } = await restoreSnapshot(url, head, ({ write }) =>
      walkBackup(path, { rows: write, piece: (piece) => void writePiece(folders, piece, written) }),
    );
    await inDatabase(url, log, (db) => migrate(db, migrations));
    return counts;
  } catch (error) {
    for (const file of written) rmSync(file, { force: true });
    if (!(error instanceof OperatorFault) || place.databaseUrl === null) throw error;
    throw new OperatorFault(`${error.message}. The database has tables now: make it empty before the next attempt`, {
      cause: error,
    });
  }
}

async function inDatabase<T>(
  url: string,
  log: Log,
  work: (db: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const db = openDatabase({ url, maxConnections: 1, applicationName: 'einvoice restore', log });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** @throws OperatorFault when a file of a backup would be outside the folders of the service */
function placeOf(folders: ReadonlyMap<string, string>, file: string): string {
  const [name = '', ...parts] = file.split('/');
  const folder = folders.get(name);
  const path = resolve(folder ?? '', ...parts);
  if (folder === undefined || file.includes('\0') || !path.startsWith(`${resolve(folder)}${sep}`))
    throw new OperatorFault(`The backup has a file that belongs nowhere: ${file}`);
  return path;
}

/** @param written gets what was begun */
function writePiece(folders: ReadonlyMap<string, string>, line: FilePiece, written: string[]): void {
  const path = placeOf(folders, line.file);
  const piece = Buffer.from(line.piece, 'base64');
  if (line.mode === undefined) {
    writeFileSync(path, piece, { flag: 'a' });
    return;
  }
  // Whoever may read the file may enter its folder, and nobody else: artifacts and host keys are for the service alone.
  const folder = dirname(path);
  if (!existsSync(folder)) makeFolder(folder, line.mode | ((line.mode & 0o444) >> 2) | 0o300);
  writeFileSync(path, piece, { flag: 'wx', mode: line.mode });
  written.push(path);
}
