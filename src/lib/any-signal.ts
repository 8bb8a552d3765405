/** A signal that aborts when the first of two signals aborts, with the same reason. */
type Either = {
  readonly signal: AbortSignal;
  /** Removes the listeners; call it when the work is done. */
  readonly clear: () => void;
};

/** Combines two signals. Unlike `AbortSignal.any`, it leaves no listener on a signal that outlives the work. */
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
