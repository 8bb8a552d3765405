import { expect, it } from 'vitest';
import { makeBrowserPool } from '../../src/modules/rendering/pdf/make-browser-pool.ts';
import type { OpenPage, RunningBrowser } from '../../src/modules/rendering/pdf/start-browser.ts';

const page: OpenPage = {
  fill: async () => undefined,
  evaluate: async () => null,
  print: async () => Buffer.from('PDF'),
  giveBack: () => undefined,
  close: async () => undefined,
};

function startFake(): RunningBrowser {
  let opened = 0;
  return {
    open: async () => {
      opened += 1;
      return page;
    },
    prepare: async () => undefined,
    isAlive: () => true,
    opened: () => opened,
    memory: () => 0,
    processorTime: () => null,
    pid: 1,
    kill: () => undefined,
    close: async () => undefined,
    during: (work) => work,
  };
}

const open = () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const limits = { pages: 4, timeLimit: 60_000, memoryLimit: 1, pagesPerBrowser: 10 };
  return makeBrowserPool({ ...limits, start: async () => startFake(), log });
};

it.each([
  'Page crashed',
  'cdpSession.send: Target crashed ',
  'browserContext.newPage: Target page, context or browser has been closed',
  'Protocol error (Page.printToPDF): Target closed',
  'cdpSession.send: Protocol error (Page.printToPDF): Printing failed',
  'Protocol error (Page.printToPDF): Internal server error, session closed.',
])('retries a page after the error "%s"', async (message) => {
  const pool = open();
  let calls = 0;
  const pdf = await pool.print(async ({ print }) => {
    calls += 1;
    if (calls === 1) throw new Error(message);
    return print();
  });
  expect([pdf.toString(), calls]).toEqual(['PDF', 2]);
  await pool.close();
});

it('does not retry a page after a programming error', async () => {
  const pool = open();
  let calls = 0;
  const printed = pool.print(() => {
    calls += 1;
    throw new Error('undefined is not a function');
  });
  await expect(printed).rejects.toThrow('undefined is not a function');
  expect(calls).toBe(1);
  await pool.close();
});
