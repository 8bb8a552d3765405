/**
 * Codes of temporary failures around the service. System: connection refused, lost or timed out, disk full, file
 * table full. PostgreSQL (Appendix A of its manual): class 08 (connection), 53 (out of disk, memory or connections),
 * 57P01 to 57P05 (shut down, crashed, starting, dropped, idle timeout), 25006 (standby or read-only), 58000 and 58030
 * (disk errors).
 */
const CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE|08\w{3}|53\w{3}|57P0[1-5]|25006|580[03]0)$/;

/** Messages of the PostgreSQL and Redis clients that have no code. */
const MESSAGES =
  /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect|^Connection is closed\.?$|^Reached the max retries per request limit|^(LOADING|MISCONF|READONLY|OOM|CLUSTERDOWN|MASTERDOWN) |^Command timed out$|^Stream isn't writeable/;

/** Maximum depth of `cause` that is examined. */
const DEEPEST = 5;

/**
 * True when an error is caused by an unavailable database, queue or disk: the request is not at fault and can be
 * retried. The causes of wrapped errors are examined too.
 */
export function isTransientError(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > DEEPEST) return false;
  if ('code' in error && typeof error.code === 'string' && CODES.test(error.code)) return true;
  if (MESSAGES.test(error.message)) return true;
  const within: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error.cause, ...within].some((cause) => isTransientError(cause, depth + 1));
}
