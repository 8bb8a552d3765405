/** A signal that aborts with the first of two, with its reason. */
type Either = {
  readonly signal: AbortSignal;
  /** Ends the watch; to be called when the work is done. */
  readonly clear: () => void;
};

/** Watches two signals. Unlike `AbortSignal.any` it leaves nothing behind on one that outlives the work. */
export function eitherSignal(...signals: readonly [AbortSignal, AbortSignal]): Either {
  const abort = new AbortController();
  const watches = signals.map((signal) => {
    const follow = (): void => abort.abort(signal.reason);
    if (signal.aborted) follow();
    else signal.addEventListener('abort', follow, { once: true });
    return () => signal.removeEventListener('abort', follow);
  });
  return {
    signal: abort.signal,
    clear: () => {
      for (const end of watches) end();
    },
  };
}
