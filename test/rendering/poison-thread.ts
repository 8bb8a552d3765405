/** Worker thread that simulates defects, selected by the first bytes of the file. */
import { answerOf, handedOver } from '../../src/modules/rendering/threads/serve-render.ts';
import type { Reply, Request, Setup } from '../../src/modules/rendering/threads/thread-messages.ts';
import { serveRequests, threadSetup } from '../../src/platform/threads/index.ts';

const setup = threadSetup<Setup>();

serveRequests<Request, Reply>(({ bytes: content, request: options }) => {
  const word = Buffer.from(content.subarray(0, 5)).toString().trim();
  if (word === 'loop') for (;;);
  if (word === 'eat') {
    const eaten: string[][] = [];
    for (;;) eaten.push(Array.from({ length: 100_000 }, (_, index) => `${index} ${eaten.length}`));
  }
  if (word === 'leave') process.exit(3);
  // Invalid findings: rendering fails halfway.
  const request = word === 'break' ? { ...options, issues: 1 as never } : options;
  const bytes = word === 'break' ? content.subarray(5) : content;
  return answerOf({ bytes, request }, setup);
}, handedOver);
