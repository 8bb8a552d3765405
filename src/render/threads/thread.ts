/** The thread that makes pages of large files, one after another. */
import { parentPort, workerData } from 'node:worker_threads';
import { answerOf } from './answer.ts';
import type { Ask, Setup, Told } from './protocol.ts';

const port = parentPort!;
const tell = (told: Told): void => port.postMessage(told);

port.on('message', (ask: Ask) => tell(answerOf(ask, workerData as Setup)));
tell({ kind: 'ready' });
