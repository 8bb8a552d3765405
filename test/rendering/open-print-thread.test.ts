import { afterEach, expect, it } from 'vitest';
import { openPrintThread } from '../../src/modules/rendering/pdf/open-print-thread.ts';
import type { Sheet } from '../../src/modules/rendering/pdf/print-protocol.ts';
import { testLog } from '../support/database.ts';

const sheet = (html: string): Sheet => ({
  html: new TextEncoder().encode(html),
  xml: new Uint8Array(),
  files: [],
  unprintable: '',
  amounts: '',
  currency: null,
  language: 'sk',
  title: '',
  author: null,
  at: 0,
});

let thread: ReturnType<typeof openPrintThread>;
afterEach(() => thread.close());

const open = () =>
  openPrintThread({
    setup: { place: { path: null, cache: '' }, pages: 1, timeLimit: 2_000, memoryLimit: 0 },
    heapLimit: 64,
    idleTime: null,
    log: testLog,
    script: new URL('./stuck-print-thread.ts', import.meta.url),
  });
const neverAborted = new AbortController().signal;

it('terminates a blocked thread at the time limit, and prints the next sheet in a new one', async () => {
  thread = open();
  expect(Buffer.from(await thread.print(sheet('one'), neverAborted)).toString()).toBe('one');
  await expect(thread.print(sheet('loop'), neverAborted)).rejects.toMatchObject({ name: 'NotPrinted', reason: 'time' });
  expect(Buffer.from(await thread.print(sheet('two'), neverAborted)).toString()).toBe('two');
});

it('rejects all sheets of a blocked thread as retryable, because the cause is unknown', async () => {
  thread = open();
  await thread.print(sheet('one'), neverAborted);
  const results = await Promise.allSettled([
    thread.print(sheet('loop'), neverAborted),
    thread.print(sheet('two'), neverAborted),
  ]);
  expect(results.map((one) => (one.status === 'rejected' ? one.reason.reason : one.status))).toEqual([
    'unavailable',
    'unavailable',
  ]);
});

it('does not terminate a thread that gets no processor time on a busy machine', async () => {
  thread = open();
  await thread.print(sheet('one'), neverAborted);
  const starved = await thread.print(sheet('starve'), neverAborted);
  expect(Buffer.from(starved).toString()).toBe('starve');
});
