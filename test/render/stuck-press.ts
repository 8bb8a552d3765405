/** A press that prints what it is given as its own PDF, and stands still at the word `loop`. */
import { parentPort } from 'node:worker_threads';
import type { FromPress, ToPress } from '../../src/render/paper/press-protocol.ts';

const port = parentPort!;
const tell = (message: FromPress): void => port.postMessage(message);

port.on('message', (message: ToPress) => {
  if (message.kind === 'sign') return tell({ kind: 'sign' });
  if (message.kind === 'close') return tell({ kind: 'closed' });
  if (message.kind !== 'print') return;
  const { number, sheet } = message;
  if (Buffer.from(sheet.html).toString() === 'loop') for (;;);
  tell({ kind: 'printed', number, pdf: sheet.html });
});
