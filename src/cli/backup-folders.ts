import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { PACK_NAME } from '../modules/rules/loader/pack-folders.ts';
import { type Config, OperatorFault } from '../platform/index.ts';

type Folder = {
  readonly path: string;
  /** Whether a backup holds this file of the folder; writing and restoring follow the same rule. */
  readonly holds: (parts: readonly string[]) => boolean;
  /** Files that backups of earlier releases hold and that the service makes again: they are not restored. */
  readonly skips: (parts: readonly string[]) => boolean;
};

/** What of DATA_DIR cannot be made again, by its name in a backup. Never in it: compiled rules, keys of the installation, and secrets. */
export type BackupFolders = ReadonlyMap<string, Folder>;

const never = (): boolean => false;

/** The folders of customers are where the configuration says; in a backup they are `sftp`. */
export const backupFolders = ({ dataDir, sftp }: Pick<Config, 'dataDir' | 'sftp'>): BackupFolders =>
  new Map([
    [
      'rules',
      {
        path: join(dataDir, 'rules'),
        holds: ([id = '', version = '', ...rest]) => PACK_NAME.test(id) && PACK_NAME.test(version) && rest.length > 0,
        skips: ([first = '']) => /^\.(served|reference|(probe|new)-[\w-]+)$/.test(first),
      },
    ],
    ['artifacts', { path: join(dataDir, 'artifacts'), holds: ([first = '']) => first === 'ws', skips: never }],
    ['sftp', { path: sftp.root, holds: (parts) => parts.length > 1, skips: never }],
  ]);

/** In no folder: what is compiled, and what is not whole yet. */
const NEVER: ReadonlySet<string> = new Set(['.compiled', '.unfinished']);

const isHeld = ({ holds }: Folder, parts: readonly string[]): boolean =>
  holds(parts) &&
  !parts.some((part) => NEVER.has(part) || part === '' || part === '.' || part === '..' || part.includes('\0'));

/** The files of a folder that belong into a backup, sorted. */
export function listBackupFiles(folder: Folder): string[] {
  if (!existsSync(folder.path)) return [];
  return readdirSync(folder.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isHeld(folder, relative(folder.path, path).split(sep)))
    .sort();
}

/**
 * Where a file of a backup is restored; null for one that is made again instead.
 *
 * @throws OperatorFault for a file that no backup of this service holds
 */
export function placeInFolders(folders: BackupFolders, file: string): string | null {
  const [name = '', ...parts] = file.split('/');
  const folder = folders.get(name);
  if (folder?.skips(parts)) return null;
  const path = resolve(folder?.path ?? '', ...parts);
  if (folder === undefined || !isHeld(folder, parts) || !path.startsWith(`${resolve(folder.path)}${sep}`))
    throw new OperatorFault(`The backup has a file that no backup of this service holds: ${JSON.stringify(file)}`);
  return path;
}
