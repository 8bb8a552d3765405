import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Key file in DATA_DIR. It belongs to this data folder; backups do not contain it. */
export const INSTALLATION_KEY = 'installation.key';

/** System errors that mean that this process cannot write there. */
const UNWRITABLE: ReadonlySet<string> = new Set(['ENOENT', 'EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT']);

/**
 * Key of this data folder. It authenticates data that the service may trust only if it wrote the data itself, such as
 * compiled rules. Created on first use; concurrent starts agree on one key. A file that all accounts can read, or
 * that is not a key, is replaced, which invalidates everything authenticated with it.
 *
 * @returns null when the key is missing and cannot be created: such data is then not stored
 */
export function installationKey(dataDir: string): Buffer | null {
  const file = join(dataDir, INSTALLATION_KEY);
  const found = readKey(file);
  if (Buffer.isBuffer(found)) return found;
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600, flush: true });
    // link() is atomic and never replaces a key that another process has just created.
    if (found === 'missing') linkSync(draft, file);
    else renameSync(draft, file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (UNWRITABLE.has(code)) return null;
    if (code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const made = readKey(file);
  return Buffer.isBuffer(made) ? made : null;
}

function readKey(file: string): Buffer | 'missing' | 'unusable' {
  let handle: number;
  try {
    // O_NOFOLLOW: a symbolic link could lead to a file whose content another user knows.
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'missing';
    if (code === 'ELOOP' || code === 'EACCES' || code === 'ENXIO') return 'unusable';
    throw error;
  }
  try {
    // Ignores group permissions, which orchestrators set on the files of a volume.
    const isPrivate = (fstatSync(handle).mode & 0o170007) === constants.S_IFREG;
    const text = isPrivate ? readFileSync(handle, 'latin1') : '';
    return /^[0-9a-f]{64}$/.test(text) ? Buffer.from(text, 'hex') : 'unusable';
  } finally {
    closeSync(handle);
  }
}
