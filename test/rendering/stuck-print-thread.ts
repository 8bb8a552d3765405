/**
 * Printing thread that returns its input as PDF, loops on the word `loop`, and blocks without processor time on the
 * word `starve`.
 */
import { parentPort } from 'node:worker_threads';
import type { PrintReply, PrintRequest } from '../../src/modules/rendering/pdf/print-protocol.ts';
import { threadId } from '../../src/platform/threads/index.ts';

const port = parentPort!;
const reply = (message: PrintReply): void => port.postMessage(message);

port.on('message', (message: PrintRequest) => {
  if (message.kind === 'sign') return reply({ kind: 'sign', thread: threadId() });
  if (message.kind === 'close') return reply({ kind: 'closed' });
  if (message.kind !== 'print') return;
  const { number, sheet } = message;
  if (Buffer.from(sheet.html).toString() === 'loop') for (;;);
  // Blocks for longer than the limit without using processor time.
  if (Buffer.from(sheet.html).toString() === 'starve')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000);
  reply({ kind: 'printed', number, pdf: sheet.html });
});
