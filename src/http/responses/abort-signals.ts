import type { ServerResponse } from 'node:http';
import { makeProblem, Problem } from '../problems/problems.ts';
import type { RouteContext } from '../routing/route.ts';
import { whenClosed } from './when-closed.ts';

type EndingsParts = {
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
  /** `watchKey` of the accounts, bound to the caller. */
  readonly watchKey: (onEnd: () => void) => () => void;
};

/** Shared by all calls: a new exception with a stack trace costs more than the rest of the signal. */
const LEFT = new DOMException('The caller has left', 'AbortError');

/** Creates the abort signals of a call; each is created on first use. */
export function makeEndings(
  response: ServerResponse,
  { stopping, watchKey }: EndingsParts,
): Pick<RouteContext, 'left' | 'ending'> {
  let left: AbortSignal | null = null;
  let ending: AbortSignal | null = null;

  const watchCaller = (): AbortSignal => {
    const end = new AbortController();
    if (response.destroyed) end.abort(LEFT);
    else whenClosed(response, () => end.abort(LEFT));
    return end.signal;
  };

  const watchAll = (): AbortSignal => {
    const end = new AbortController();
    const stop = (): void => end.abort(stopping.aborted ? stopping.reason : LEFT);
    if (response.destroyed || stopping.aborted) {
      stop();
      return end.signal;
    }
    stopping.addEventListener('abort', stop, { once: true });
    const endWatch = watchKey(() => end.abort(makeProblem('key_unknown', {})));
    whenClosed(response, () => {
      stopping.removeEventListener('abort', stop);
      endWatch();
      end.abort(LEFT);
    });
    return end.signal;
  };

  return {
    left: () => {
      left ??= watchCaller();
      return left;
    },
    ending: () => {
      ending ??= watchAll();
      return ending;
    },
  };
}

/** True when the signal of `ending` was aborted because the caller's key ended. */
export const isKeyEnd = ({ reason }: AbortSignal): boolean => reason instanceof Problem;

/**
 * Throws if the caller's key ended during a wait, so that the result is not sent.
 *
 * @throws Problem `key_unknown`
 */
export function expectKey(ending: AbortSignal): void {
  if (isKeyEnd(ending)) throw ending.reason;
}
