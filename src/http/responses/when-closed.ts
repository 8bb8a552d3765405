import type { ServerResponse } from 'node:http';

const waiting = new WeakMap<ServerResponse, (() => void)[]>();

/**
 * Calls back once the answer has gone out or its caller has left; later callbacks of one answer come in their order.
 * One listener serves all of them: a streamed answer has many who wait for its end, and Node takes more than ten for a
 * leak.
 */
export function whenClosed(response: ServerResponse, callback: () => void): void {
  const callbacks = waiting.get(response);
  if (callbacks !== undefined) {
    callbacks.push(callback);
    return;
  }
  const own = [callback];
  waiting.set(response, own);
  response.once('close', () => {
    waiting.delete(response);
    for (const call of own) call();
  });
}
