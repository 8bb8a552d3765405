/** A thread that makes pages, one after another. */
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../../runtime/threads/index.ts';
import { answerOf, handedOver } from './answer.ts';
import type { Ask, Setup, Told } from './protocol.ts';

giveWay();
const port = parentPort!;
const tell = (told: Told): void => port.postMessage(told, handedOver(told));

port.on('message', (ask: Ask) => tell(answerOf(ask, workerData as Setup)));
tell({ kind: 'ready' });
