import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { PACK_NAME } from '../modules/rules/loader/pack-folders.ts';
import { type Config, OperatorFault } from '../platform/index.ts';

type Folder = {
  readonly path: string;
  /** True when a backup includes this file of the folder. Both writing and restoring apply the rule. */
  readonly holds: (parts: readonly string[]) => boolean;
};

/**
 * Folders of DATA_DIR that cannot be regenerated, by their name in a backup. Compiled rules, installation keys and
 * secrets are never included.
 */
export type BackupFolders = ReadonlyMap<string, Folder>;

/** Customers' folders are at the configured path; a backup calls them `sftp`. */
export const backupFolders = ({ dataDir, sftp }: Pick<Config, 'dataDir' | 'sftp'>): BackupFolders =>
  new Map([
    [
      'rules',
      {
        path: join(dataDir, 'rules'),
        holds: ([id = '', version = '', ...rest]) => PACK_NAME.test(id) && PACK_NAME.test(version) && rest.length > 0,
      },
    ],
    ['artifacts', { path: join(dataDir, 'artifacts'), holds: ([first = '']) => first === 'ws' }],
    ['sftp', { path: sftp.root, holds: (parts) => parts.length > 1 }],
  ]);

/** Excluded everywhere: compiled rules and incomplete files. */
const NEVER: ReadonlySet<string> = new Set(['.compiled', '.unfinished']);

const isHeld = ({ holds }: Folder, parts: readonly string[]): boolean =>
  holds(parts) &&
  !parts.some((part) => NEVER.has(part) || part === '' || part === '.' || part === '..' || part.includes('\0'));

/** Lists the files of a folder that belong in a backup, sorted. */
export function listBackupFiles(folder: Folder): string[] {
  if (!existsSync(folder.path)) return [];
  return readdirSync(folder.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isHeld(folder, relative(folder.path, path).split(sep)))
    .sort();
}

/**
 * Path at which a file of a backup is restored; null for a file that the service regenerates.
 *
 * @throws OperatorFault for a file that a backup of this service cannot contain
 */
export function placeInFolders(folders: BackupFolders, file: string): string | null {
  const [name = '', ...parts] = file.split('/');
  const folder = folders.get(name);
  const path = resolve(folder?.path ?? '', ...parts);
  if (folder === undefined || !isHeld(folder, parts) || !path.startsWith(`${resolve(folder.path)}${sep}`))
    throw new OperatorFault(`The backup contains a file that does not belong in a backup: ${JSON.stringify(file)}`);
  return path;
}
