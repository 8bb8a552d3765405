/**
 * Validation thread that executes the command in a file, to simulate defects with real code in a real thread.
 */

import { answerOf } from '../../src/modules/validation/serve-request.ts';
import type { Reply, Request, Setup } from '../../src/modules/validation/thread-messages.ts';
import { serveRequests, threadSetup } from '../../src/platform/index.ts';
import { fakeValidate } from '../http/fake-validate.ts';

const { root } = threadSetup<Setup>();

const validate: typeof fakeValidate = (bytes, request) => {
  const text = Buffer.from(bytes).toString('utf8');
  if (text.includes('loop')) for (;;);
  const waits = /^wait (\d+)/.exec(text);
  if (waits) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(waits[1]));
  if (text.includes('eat')) {
    const eaten: string[][] = [];
    for (;;) eaten.push(Array.from({ length: 100_000 }, (_, index) => `${index} ${eaten.length}`));
  }
  if (text.includes('leave')) process.exit(3);
  if (text.includes('defect')) throw new Error('a defect');
  return fakeValidate(bytes, request);
};

if (root === 'broken') throw new Error('a validator that cannot start');
serveRequests<Request, Reply>((request) => answerOf({ validate }, request));
