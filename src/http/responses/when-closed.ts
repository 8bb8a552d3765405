import type { ServerResponse } from 'node:http';

const waiting = new WeakMap<ServerResponse, (() => void)[]>();

/**
 * Calls back when the response has been sent or the client has left; callbacks of one response run in order. They
 * share one listener, because a streamed response needs many and Node warns of a leak above ten.
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
