import { scriptAddress } from './dom.ts';
import { type Answered, type Question, type Reply, UNLOADED, type WorkerRequest } from './worker-messages.ts';

type Waiting = { readonly resolve: (value: never) => void; readonly reject: (error: Error) => void };

/** The worker has failed, or a part of its code could not be loaded. The next request starts a new worker. */
export class WorkerLost extends Error {}

/** The user canceled the request. */
export class Canceled extends Error {}

/** Sends a request to the worker. @throws WorkerLost, Canceled, or Error with the reason of the worker */
type Ask = <Q extends Question>(question: Q) => Promise<Reply<Q>>;

type WorkerClient = {
  readonly ask: Ask;
  /** Terminates the worker and rejects its pending requests; the next request starts a new worker. */
  readonly cancel: () => void;
  /** Whether a request has no reply yet. */
  readonly isBusy: () => boolean;
};

/**
 * Creates a client of the validation worker, which keeps the page responsive. A failed worker is replaced.
 *
 * @param started a running worker that has received no request
 */
export function startWorker(address: string, started: Worker | null = null): WorkerClient {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const end = (worker: Worker, error: Error): void => {
    worker.terminate();
    if (running !== worker) return;
    running = null;
    const ended = [...waiting.values()];
    waiting.clear();
    for (const { reject } of ended) reject(error);
  };
  const listenTo = (worker: Worker): Worker => {
    // A browser does not retry a failed module import within the same worker.
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
      lastId += 1;
      waiting.set(lastId, { resolve: resolve as (value: never) => void, reject });
      const message: WorkerRequest = { id: lastId, question };
      running ??= start();
      if (!('bytes' in question)) {
        running.postMessage(message);
        return;
      }
      // The page still uses its bytes, so the worker receives a copy.
      const bytes = question.bytes.slice();
      running.postMessage({ ...message, question: { ...question, bytes } }, [bytes.buffer]);
    });
  return {
    ask,
    cancel: () => {
      if (running !== null && waiting.size > 0) end(running, new Canceled('canceled'));
    },
    isBusy: () => waiting.size > 0,
  };
}
