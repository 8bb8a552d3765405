import { parentPort, type Transferable, workerData } from 'node:worker_threads';
import { giveWay, threadId } from './lower-priority.ts';
import type { ThreadData, ThreadMessage } from './thread-messages.ts';

/** Setup data that the pool passed to the calling thread. */
export function threadSetup<Setup>(): Setup {
  const { setup, givesWay } = workerData as ThreadData<Setup>;
  if (givesWay) giveWay();
  return setup;
}

/**
 * Serves the requests of the pool one after another in the calling thread, and reports readiness to the pool.
 *
 * @param answer handles a request; an exception is reported as a defect, and the next request follows
 * @param transfer buffers of a reply to transfer instead of copying
 */
export function serveRequests<Request, Reply>(
  answer: (request: Request) => Reply | Promise<Reply>,
  transfer: (reply: Reply) => Transferable[] = () => [],
): void {
  const port = parentPort!;
  const send = (message: ThreadMessage<Reply>, list: Transferable[] = []): void => port.postMessage(message, list);
  port.on('message', async (request: Request) => {
    try {
      const reply = await answer(request);
      send({ kind: 'reply', reply }, transfer(reply));
    } catch (error) {
      send({ kind: 'fault', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  send({ kind: 'ready', id: threadId() });
}
