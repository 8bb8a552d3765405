/** Signal that aborts after a timeout or with another signal, whichever is first. */
type Deadline = {
  readonly signal: AbortSignal;
  /** Removes timer and listener; call it when the work is done. */
  readonly clear: () => void;
};

/**
 * Starts a deadline. Unlike `AbortSignal.any` with a timeout it leaves no listener on a longer-lived signal.
 *
 * @param late creates the abort reason for the timeout
 */
export function startDeadline(milliseconds: number, outer: AbortSignal | undefined, late: () => Error): Deadline {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(late()), milliseconds);
  const follow = (): void => abort.abort(outer?.reason);
  if (outer?.aborted) follow();
  else outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: abort.signal,
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
