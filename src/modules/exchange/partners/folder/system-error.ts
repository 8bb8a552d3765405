import { pressed, type Submitted, withoutPrecondition } from '../submitted.ts';

/** What the system calls a folder that is not there, or must not be written. */
export const NOT_ALLOWED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'ELOOP']);
/** A full disk, or too much at once: nothing was put there. */
export const NOT_NOW: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EAGAIN', 'EBUSY']);

/** What the system calls an error; null of one that is not the system's. */
export const codeOf = (error: unknown): string | null => {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : null;
};

/** What an error of the system says of a document that nothing was done with. Throws any other error. */
export function ofError(error: unknown): Submitted {
  const code = codeOf(error);
  if (code === null) throw error;
  if (NOT_ALLOWED.has(code)) return withoutPrecondition('access_refused', code);
  return NOT_NOW.has(code)
    ? pressed('temporarily_unavailable', code, null)
    : withoutPrecondition('unexpected_answer', code);
}
