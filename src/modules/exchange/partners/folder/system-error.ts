import { pressed, type Submitted, withoutPrecondition } from '../submitted.ts';

/** System error codes of a missing folder or missing write permission. */
export const NOT_ALLOWED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'ELOOP']);
/** System error codes of a full disk or exhausted resources: nothing was written. */
export const NOT_NOW: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EAGAIN', 'EBUSY']);

/** The system error code; null for other errors. */
export const codeOf = (error: unknown): string | null => {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : null;
};

/** Outcome of a submit that failed with a system error before anything was written. Rethrows other errors. */
export function ofError(error: unknown): Submitted {
  const code = codeOf(error);
  if (code === null) throw error;
  if (NOT_ALLOWED.has(code)) return withoutPrecondition('access_refused', code);
  return NOT_NOW.has(code)
    ? pressed('temporarily_unavailable', code, null)
    : withoutPrecondition('unexpected_answer', code);
}
