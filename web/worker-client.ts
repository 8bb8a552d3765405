import { scriptAddress } from './dom.ts';
import { type Answered, type Asked, type Question, type Reply, UNLOADED } from './worker-messages.ts';

type Waiting = { readonly resolve: (value: never) => void; readonly reject: (error: Error) => void };

/** The worker, or a part of its code, is not there: a connection was lost, or it has failed. The next question starts another. */
export class WorkerLost extends Error {}

/** The person canceled what the worker was doing. */
export class Canceled extends Error {}

/** Asks the worker. @throws WorkerLost, Canceled, or Error with the worker's reason */
type Ask = <Q extends Question>(question: Q) => Promise<Reply<Q>>;

type WorkerClient = {
  readonly ask: Ask;
  /** Ends what the worker is doing, and what waits for it; the next question starts another worker. */
  readonly cancel: () => void;
};

/**
 * Starts the worker in which files are judged, so that the page never waits for one. One that failed is started anew.
 *
 * @param started one that runs already, and that nobody has asked yet
 */
export function startWorker(address: string, started: Worker | null = null): WorkerClient {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  const end = (worker: Worker, error: Error): void => {
    worker.terminate();
    if (running !== worker) return;
    running = null;
    const ended = [...waiting.values()];
    waiting.clear();
    for (const { reject } of ended) reject(error);
  };
  const listenTo = (worker: Worker): Worker => {
    // What was not fetched once, browsers do not fetch again for the same worker.
    const giveUp = (): void => end(worker, new WorkerLost('worker'));
    worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
      if ('fault' in data && data.fault === UNLOADED) return giveUp();
      const found = waiting.get(data.id);
      waiting.delete(data.id);
      if ('fault' in data) found?.reject(new Error(data.fault));
      else found?.resolve(data.value as never);
    });
    worker.addEventListener('error', giveUp);
    return worker;
  };
  const start = (): Worker => listenTo(new Worker(scriptAddress(address), { type: 'module' }));
  let running = started === null ? null : listenTo(started);
  const ask: Ask = (question) =>
    new Promise((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve: resolve as (value: never) => void, reject });
      const message: Asked = { id: asked, question };
      running ??= start();
      if (!('bytes' in question)) {
        running.postMessage(message);
        return;
      }
      // A copy is handed over: the page still shows its own.
      const bytes = question.bytes.slice();
      running.postMessage({ ...message, question: { ...question, bytes } }, [bytes.buffer]);
    });
  return {
    ask,
    cancel: () => {
      if (running !== null && waiting.size > 0) end(running, new Canceled('canceled'));
    },
  };
}
