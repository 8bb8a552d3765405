/** A thread that prints what it is given as its own PDF, and stands still at the word `loop`. */
import { parentPort } from 'node:worker_threads';
import type { PrintReply, PrintRequest } from '../../src/render/pdf/print-protocol.ts';

const port = parentPort!;
const tell = (message: PrintReply): void => port.postMessage(message);

port.on('message', (message: PrintRequest) => {
  if (message.kind === 'sign') return tell({ kind: 'sign' });
  if (message.kind === 'close') return tell({ kind: 'closed' });
  if (message.kind !== 'print') return;
  const { number, sheet } = message;
  if (Buffer.from(sheet.html).toString() === 'loop') for (;;);
  tell({ kind: 'printed', number, pdf: sheet.html });
});
