import { afterEach, expect, it } from 'vitest';
import { openPress } from '../../src/render/paper/open-press.ts';
import type { Sheet } from '../../src/render/paper/press-protocol.ts';
import { testLog } from '../support/database.ts';

const sheet = (html: string): Sheet => ({
  html: new TextEncoder().encode(html),
  xml: new Uint8Array(),
  amounts: '',
  currency: null,
  language: 'sk',
  title: '',
  author: null,
  at: 0,
});

let press: ReturnType<typeof openPress>;
afterEach(() => press.close());

const open = () =>
  openPress({
    setup: { place: { path: null, cache: '' }, pages: 1, timeLimit: 2_000, memoryLimit: 0 },
    heapLimit: 64,
    idleTime: null,
    log: testLog,
    script: new URL('./stuck-press.ts', import.meta.url),
  });
const patient = new AbortController().signal;

it('a press that stands still is ended at the limit of a page, and the next sheet gets another one', async () => {
  press = open();
  expect(Buffer.from(await press.print(sheet('one'), patient)).toString()).toBe('one');
  await expect(press.print(sheet('loop'), patient)).rejects.toMatchObject({ name: 'NotPrinted', reason: 'time' });
  expect(Buffer.from(await press.print(sheet('two'), patient)).toString()).toBe('two');
});

it('of several sheets in it nobody can tell whose doing it is', async () => {
  press = open();
  await press.print(sheet('one'), patient);
  const told = await Promise.allSettled([press.print(sheet('loop'), patient), press.print(sheet('two'), patient)]);
  expect(told.map((one) => (one.status === 'rejected' ? one.reason.reason : one.status))).toEqual([
    'unavailable',
    'unavailable',
  ]);
});
