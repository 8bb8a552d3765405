/** `backup` and `restore`: all persistent data of the service in one file. */
import { createReadStream, existsSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { describeEngine } from '../modules/rules/loader/index.ts';
import {
  beginRestore,
  checkKnown,
  endRestore,
  migrate,
  openDatabase,
  restoreSnapshot,
  type SnapshotHead,
  withSnapshot,
} from '../platform/db/index.ts';
import {
  type Config,
  type Log,
  makeFolder,
  makeLog,
  OperatorFault,
  readConfig,
  startPostgres,
} from '../platform/index.ts';
import { type BackupLine, createBackup, UNVERIFIED } from './backup-file.ts';
import { type BackupFolders, backupFolders, listBackupFiles, placeInFolders } from './backup-folders.ts';
import { backupKey } from './backup-seal.ts';
import { type Counts, type FilePiece, walkBackup } from './verify-backup.ts';
import { compareAddresses, reachServer } from './with-database.ts';

const PIECE_BYTES = 1024 * 1024;

export const BACKUP_USAGE = 'usage: backup <new file>';
export const RESTORE_USAGE = `usage: restore <file> [${UNVERIFIED}], into an empty database: DATABASE_URL, or a new DATA_DIR
The seal of the backup is verified with EVIDENCE_SECRET (or evidence.secret in DATA_DIR). ${UNVERIFIED} skips the verification:
a person who could change the file then controls all restored data, including accounts and keys.`;

/** Treats an argument that starts with `-` as a mistyped option; such a file name must be written as `./--name`. */
const isFile = (path: string | undefined): path is string => path !== undefined && !path.startsWith('-');

/**
 * `backup <file>`
 *
 * @returns the exit code
 */
export async function backup([path, ...more]: readonly string[]): Promise<number> {
  if (!isFile(path) || more.length > 0) {
    console.error(BACKUP_USAGE);
    return 2;
  }
  const config = readConfig();
  const { rows, files } = await writeBackup(config, makeLog({ level: 'warn', role: 'cli' }, process.stderr), path);
  console.log(`${path}: ${sum(rows)} rows of ${Object.keys(rows).length} tables, ${files} files`);
  if (backupKey(config) === null)
    console.error(`EVIDENCE_SECRET is not set: the backup has no seal, and can only be restored with ${UNVERIFIED}`);
  if (config.evidenceSecret === null)
    console.error(
      'The backup does not contain DATA_DIR/evidence.secret: store a copy separately. After a restore without it, evidence is signed with a new key and the ' +
        'transparency log publishes nothing: new evidence keeps the grade “signed” until the secret is available again',
    );
  if (config.artifactStore?.kind === 's3')
    console.error('Artifacts in the bucket are not part of the backup: enable versioning, or copy the bucket');
  return 0;
}

/**
 * `restore <file>`
 *
 * @returns the exit code
 */
export async function restore(args: readonly string[]): Promise<number> {
  const [path, ...more] = args.filter((arg) => arg !== UNVERIFIED);
  if (!isFile(path) || more.length > 0) {
    console.error(RESTORE_USAGE);
    return 2;
  }
  const config = readConfig();
  const { rows, files } = await readBackIn(
    config,
    makeLog({ level: 'warn', role: 'cli' }, process.stderr),
    path,
    args.includes(UNVERIFIED),
  );
  console.log(`${sum(rows)} rows of ${Object.keys(rows).length} tables and ${files} files were restored`);
  return 0;
}

const sum = (rows: Readonly<Record<string, number>>): number => Object.values(rows).reduce((a, b) => a + b, 0);

/** Locations of everything that a backup contains. */
type Place = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 'root' | 'sftp' | 'evidenceSecret'>;

/**
 * Writes a backup. The service may be running.
 *
 * @throws OperatorFault when the file exists
 */
export async function writeBackup(place: Place, log: Log, path: string): Promise<Counts> {
  const server = await reachServer(place, log);
  try {
    const file = await createBackup(path, backupKey(place));
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

async function writeFiles(place: Place, write: (line: BackupLine) => Promise<void>): Promise<number> {
  let count = 0;
  for (const [name, folder] of backupFolders(place)) {
    for (const path of listBackupFiles(folder)) {
      const found = await stat(path).catch(() => null);
      // A customer has fetched or deleted the file since it was listed.
      if (found === null) continue;
      const file = [name, ...relative(folder.path, path).split(sep)].join('/');
      await write({ file, mode: found.mode & 0o777, piece: '' });
      for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES }))
        await write({ file, piece: (piece as Buffer).toString('base64') });
      count += 1;
    }
  }
  return count;
}

/**
 * Restores a backup into a database without tables, and its files into empty folders. Row counts are compared with
 * the backup.
 *
 * @param unverified true to accept a backup without a valid seal
 * @throws OperatorFault when the database or a folder is not empty, or the backup is damaged, inconsistent or of a
 *   later release; nothing has been changed then. Data that only PostgreSQL can reject fails later: restored files
 *   and an embedded database created for the restore are removed then, while an external database keeps empty tables,
 *   as the message states
 */
export async function readBackIn(place: Place, log: Log, path: string, unverified = false): Promise<Counts> {
  const folders = backupFolders(place);
  const key = unverified ? null : backupKey(place);
  if (key === null && !unverified)
    throw new OperatorFault(
      'The backup cannot be verified: set the EVIDENCE_SECRET of the installation that wrote it, or put its evidence.secret into ' +
        `DATA_DIR. Only if you are sure that nobody has changed the file, restore it with ${UNVERIFIED}`,
    );
  // Read the whole backup before changing anything, so that damage is found while there is nothing to undo.
  const { head } = await walkBackup(
    path,
    {
      rows: async (_, rows) => rows.length,
      piece: ({ file }) => void placeInFolders(folders, file),
    },
    key,
  );
  await checkKnown(head.migrations, join(place.root, 'migrations'));
  for (const [name, folder] of folders)
    if (listBackupFiles(folder).length > 0)
      throw new OperatorFault(`The folder ${name} is not empty: restore the backup into an empty or new folder`);
  await compareAddresses(place, log);
  const url = place.databaseDirectUrl ?? place.databaseUrl;
  if (url !== null) return readInto(url, place, log, { path, head, key });
  const cluster = join(place.dataDir, 'postgres');
  const made = !existsSync(cluster);
  const embedded = await startPostgres({ dataDir: place.dataDir, log });
  try {
    const counts = await readInto(embedded.url, place, log, { path, head, key });
    await embedded.stop();
    return counts;
  } catch (error) {
    await embedded.stop();
    // Otherwise the next start would run an empty service on the new cluster.
    if (made) rmSync(cluster, { recursive: true, force: true });
    throw error;
  }
}

type Backup = { readonly path: string; readonly head: SnapshotHead; readonly key: Uint8Array | null };

async function readInto(url: string, place: Place, log: Log, { path, head, key }: Backup): Promise<Counts> {
  await beginRestore(url);
  const migrations = join(place.root, 'migrations');
  const folders = backupFolders(place);
  const written: string[] = [];
  try {
    await inDatabase(url, log, (db) =>
      migrate(db, migrations, { last: head.migrations.at(-1)!.name, isRestoring: true }),
    );
    const { counts } = await restoreSnapshot(url, head, ({ write }) =>
      walkBackup(path, { rows: write, piece: (piece) => void writePiece(folders, piece, written) }, key),
    );
    await inDatabase(url, log, (db) => migrate(db, migrations, { isRestoring: true }));
    await endRestore(url);
    return counts;
  } catch (error) {
    for (const file of written) rmSync(file, { force: true });
    if (!(error instanceof OperatorFault) || place.databaseUrl === null) throw error;
    throw new OperatorFault(`${error.message}. The database is partly restored: empty it before the next attempt`, {
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

/** @param written receives the paths of files that were started */
function writePiece(folders: BackupFolders, line: FilePiece, written: string[]): void {
  const path = placeInFolders(folders, line.file);
  if (path === null) return;
  const piece = Buffer.from(line.piece, 'base64');
  if (line.mode === undefined) {
    writeFileSync(path, piece, { flag: 'a' });
    return;
  }
  // A folder is accessible to those who may read its files: artifacts and host keys are readable by the service only.
  const folder = dirname(path);
  if (!existsSync(folder)) makeFolder(folder, line.mode | ((line.mode & 0o444) >> 2) | 0o300);
  writeFileSync(path, piece, { flag: 'wx', mode: line.mode });
  written.push(path);
}
