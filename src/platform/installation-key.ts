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

/** File of the key in DATA_DIR. It belongs to this data folder only: no backup holds it. */
export const INSTALLATION_KEY = 'installation.key';

/** System errors that mean that this process cannot write there. */
const UNWRITABLE: ReadonlySet<string> = new Set(['ENOENT', 'EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT']);

/**
 * The key of this data folder, with which the service seals what it may trust only if it wrote it itself, such as compiled rules.
 * Created at first use; processes that start at the same time agree on one. A file that every account can read, or that is no
 * key, is replaced, and what was sealed with it is not trusted any more.
 *
 * @returns null when there is none and none can be made: what would be sealed is not stored then
 */
export function installationKey(dataDir: string): Buffer | null {
  const file = join(dataDir, INSTALLATION_KEY);
  const found = readKey(file);
  if (Buffer.isBuffer(found)) return found;
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600, flush: true });
    // A link appears whole, and never in place of a key that another process has just made.
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
    // A link could lead to a file whose content somebody else knows.
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'missing';
    if (code === 'ELOOP' || code === 'EACCES' || code === 'ENXIO') return 'unusable';
    throw error;
  }
  try {
    // Orchestrators give the group of a volume rights on its files.
    const isPrivate = (fstatSync(handle).mode & 0o170007) === constants.S_IFREG;
    const text = isPrivate ? readFileSync(handle, 'latin1') : '';
    return /^[0-9a-f]{64}$/.test(text) ? Buffer.from(text, 'hex') : 'unusable';
  } finally {
    closeSync(handle);
  }
}
