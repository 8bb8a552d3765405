/** A judge's thread that does what a file says: real code in a real thread, gone wrong as a defect would. */
import { parentPort, workerData } from 'node:worker_threads';
import { answerOf } from '../../src/judging/answer.ts';
import type { Ask, Setup, Told } from '../../src/judging/protocol.ts';
import { judge } from '../api/judge.ts';

const port = parentPort!;
const { root } = workerData as Setup;

const validate: typeof judge = (bytes, request) => {
  const text = Buffer.from(bytes).toString('utf8');
  if (text.includes('loop')) for (;;);
  if (text.includes('eat')) {
    const eaten: string[][] = [];
    for (;;) eaten.push(Array.from({ length: 100_000 }, (_, index) => `${index} ${eaten.length}`));
  }
  if (text.includes('leave')) process.exit(3);
  if (text.includes('defect')) throw new Error('a defect');
  return judge(bytes, request);
};

port.on('message', (ask: Ask) => port.postMessage(answerOf({ validate }, ask) satisfies Told));
if (root !== 'broken') port.postMessage({ kind: 'ready' } satisfies Told);
else throw new Error('a judge that cannot start');
