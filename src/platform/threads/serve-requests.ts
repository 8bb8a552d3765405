import { parentPort, type Transferable, workerData } from 'node:worker_threads';
import { giveWay, threadId } from './lower-priority.ts';
import type { ThreadData, ThreadMessage } from './thread-messages.ts';

/** What the thread that calls this was started with by its pool. */
export function threadSetup<Setup>(): Setup {
  const { setup, givesWay } = workerData as ThreadData<Setup>;
  if (givesWay) giveWay();
  return setup;
}

/**
 * Answers the requests of the pool, one after another, in the thread that calls this; the pool learns that it is ready.
 *
 * @param answer what a request is answered with; what it throws is told as a defect, and the next request comes
 * @param transfer what of a reply is handed over instead of copied
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
