/**
 * Codes of a machine or a server around the service that cannot do its part now and may later. Of the system: a
 * connection that is refused, lost or late, a disk that is full, a table of the system's that is full. Of PostgreSQL
 * (Appendix A of its manual): class 08 (connection), 53 (disk, memory or connections used up), 57P01 to 57P05 (stopped,
 * crashed, starting, dropped, idle too long), 25006 (a standby, or made read-only), 58000 and 58030 (its own disk).
 */
const CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE|08\w{3}|53\w{3}|57P0[1-5]|25006|580[03]0)$/;

/** What the clients of PostgreSQL and Redis say without a code. */
const MESSAGES =
  /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect|^Connection is closed\.?$|^Reached the max retries per request limit|^(LOADING|MISCONF|READONLY|OOM|CLUSTERDOWN|MASTERDOWN) |^Command timed out$|^Stream isn't writeable/;

/** Errors wrap errors; nothing sound does so deeper. */
const DEEPEST = 5;

/**
 * Whether something failed because the database, the queue or the disk is away or full: it is no fault of what was
 * asked for, and right to ask for again. Of an error that wraps others the causes are asked too.
 */
export function isOutage(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > DEEPEST) return false;
  if ('code' in error && typeof error.code === 'string' && CODES.test(error.code)) return true;
  if (MESSAGES.test(error.message)) return true;
  const within: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error.cause, ...within].some((cause) => isOutage(cause, depth + 1));
}
