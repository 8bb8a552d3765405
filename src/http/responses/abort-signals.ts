import type { ServerResponse } from 'node:http';
import { makeProblem, Problem } from '../problems/problems.ts';
import type { RouteContext } from '../routing/route.ts';
import { whenClosed } from './when-closed.ts';

type EndingsParts = {
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
  /** As the accounts' `watchKey`, for the caller. */
  readonly watchKey: (onEnd: () => void) => () => void;
};

/** One for all calls: an exception of its own for each, with its stack, costs more than the rest of the signal. */
const LEFT = new DOMException('The caller has left', 'AbortError');

/** How a call may end early; each of the two is made when it is first asked for. */
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

/** True when it is the end of the caller's key that aborted the signal of `ending`. */
export const isKeyEnd = ({ reason }: AbortSignal): boolean => reason instanceof Problem;

/**
 * After a wait: what was waited for is told to nobody whose key has ended meanwhile.
 *
 * @throws Problem `key_unknown`
 */
export function expectKey(ending: AbortSignal): void {
  if (isKeyEnd(ending)) throw ending.reason;
}
