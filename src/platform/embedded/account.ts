import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The operating system account a program runs as. */
export type Account = { readonly uid: number; readonly gid: number };

/** The unprivileged account that every Linux system and container image has. */
const UNPRIVILEGED: Account = { uid: 65_534, gid: 65_534 };

/**
 * Chooses the account for PostgreSQL, which refuses to run as root. A root process runs it as the owner of its
 * folder, so that a folder created by an ordinary user stays theirs, and as the unprivileged account when root owns the folder or it
 * does not exist.
 *
 * @returns null when this process is not root: PostgreSQL then runs as the same user
 */
export function chooseAccount(folder: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  if (!existsSync(folder)) return UNPRIVILEGED;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? UNPRIVILEGED : { uid, gid };
}

/**
 * True when any account can traverse the path and all its parents. Home folders often have mode 0700 and fail this.
 */
export function isOpenToAll(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
