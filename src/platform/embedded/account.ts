import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The operating system account a program runs as. */
export type Account = { readonly uid: number; readonly gid: number };

/** `nobody`: the one account without rights that every Linux and container image has. */
const NOBODY: Account = { uid: 65_534, gid: 65_534 };

/**
 * PostgreSQL refuses to run as root. A root process therefore runs it as the owner of its folder, so that a folder
 * made by an ordinary user stays that user's, and as nobody when the folder is root's or not there yet.
 *
 * @returns null when this process is not root: PostgreSQL then runs as the same user
 */
export function chooseAccount(folder: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  if (!existsSync(folder)) return NOBODY;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? NOBODY : { uid, gid };
}

/**
 * True when every folder above the path, and the path, can be entered by any account.
 * A home folder usually has mode 0700 and then cannot.
 */
export function isOpenToAll(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
