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
const patient = new AbortController().signal;

it('a thread that stands still is ended at the limit of a page, and the next sheet gets another one', async () => {
  thread = open();
  expect(Buffer.from(await thread.print(sheet('one'), patient)).toString()).toBe('one');
  await expect(thread.print(sheet('loop'), patient)).rejects.toMatchObject({ name: 'NotPrinted', reason: 'time' });
  expect(Buffer.from(await thread.print(sheet('two'), patient)).toString()).toBe('two');
});

it('of several sheets in it nobody can tell whose doing it is', async () => {
  thread = open();
  await thread.print(sheet('one'), patient);
  const told = await Promise.allSettled([thread.print(sheet('loop'), patient), thread.print(sheet('two'), patient)]);
  expect(told.map((one) => (one.status === 'rejected' ? one.reason.reason : one.status))).toEqual([
    'unavailable',
    'unavailable',
  ]);
});

it('a thread that a busy machine keeps waiting for longer than the limit prints its sheet', async () => {
  thread = open();
  await thread.print(sheet('one'), patient);
  const starved = await thread.print(sheet('starve'), patient);
  expect(Buffer.from(starved).toString()).toBe('starve');
});
