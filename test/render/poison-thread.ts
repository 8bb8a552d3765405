/** A thread that does what a file says: real code in a real thread, gone wrong as a defect would. */
import { parentPort, workerData } from 'node:worker_threads';
import { answerOf } from '../../src/render/threads/answer.ts';
import type { Ask, Setup, Told } from '../../src/render/threads/protocol.ts';

const port = parentPort!;

port.on('message', (ask: Ask) => {
  const word = Buffer.from(ask.bytes.subarray(0, 5)).toString().trim();
  if (word === 'loop') for (;;);
  if (word === 'eat') {
    const eaten: string[][] = [];
    for (;;) eaten.push(Array.from({ length: 100_000 }, (_, index) => `${index} ${eaten.length}`));
  }
  if (word === 'leave') process.exit(3);
  // Findings that cannot be walked through: the page breaks off in the middle.
  const request = word === 'break' ? { ...ask.request, issues: 1 as never } : ask.request;
  const bytes = word === 'break' ? ask.bytes.subarray(5) : ask.bytes;
  port.postMessage(answerOf({ bytes, request }, workerData as Setup) satisfies Told);
});
port.postMessage({ kind: 'ready' } satisfies Told);
