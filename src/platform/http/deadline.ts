/** A signal that aborts after a time or with another signal, whichever comes first. */
type Deadline = {
  readonly signal: AbortSignal;
  /** Ends the watch; to be called when the work is done. */
  readonly clear: () => void;
};

/**
 * Starts a deadline. Unlike `AbortSignal.any` with a timeout it leaves nothing behind on a signal that outlives it.
 *
 * @param late makes the reason when the time is up
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
