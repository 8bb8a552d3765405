import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../src/modules/rendering/chromium/memory.ts';
import { NotPrinted, type Printer } from '../../src/modules/rendering/index.ts';
import { startPrinter, whyNoChromium } from '../support/chromium.ts';
import { withoutTimeout } from '../support/renderers.ts';
import { draft, lines, PAID, print } from './print.ts';

/** Ids of the page processes of a browser. */
const pagesOf = (browser: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const group = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2];
        return group === String(browser) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer');
      } catch {
        return false;
      }
    })
    .map(Number);

/** When processes are killed, as fractions of the printing time. */
const MOMENTS = [0.5, 0.3, 0.7, 0.2, 0.8];

/** Kills a process that may have exited already. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Prints an invoice, and retries while the machine is too busy to give the browser half of the time limit. */
async function printWhenIdle(printer: Printer, xml: string): Promise<Buffer> {
  for (;;) {
    try {
      return await print(printer, xml);
    } catch (error) {
      if (!(error instanceof NotPrinted) || error.reason !== 'busy') throw error;
    }
  }
}

const reason = await whyNoChromium();
if (reason !== null) console.warn(`Tests that print PDFs are skipped: ${reason}`);

describe.skipIf(reason !== null)('limits of printing', () => {
  it.each([
    ['a killed browser loses no page', (browser: number) => [browser]],
    ['a page whose process exits is printed again', pagesOf],
  ])('%s', async (_, targets) => {
    const { printer, lines: logged } = startPrinter();
    try {
      await print(printer, draft(PAID));
      const printFour = async (): Promise<void> => {
        const xml = draft({ ...PAID, lines: lines(100) });
        const pdfs = await Promise.all(Array.from({ length: 4 }, () => print(printer, xml)));
        for (const pdf of pdfs) expect((await PDFDocument.load(pdf)).getPageCount()).toBeGreaterThan(3);
      };
      const began = performance.now();
      await printFour();
      const duration = performance.now() - began;
      const isRetried = (): boolean => logged.join('').includes('retrying it in a browser of its own');
      // A kill before the first page is filled or after the last one is printed has no effect; try another time.
      for (let attempt = 0; !isRetried(); attempt++) {
        expect(attempt, 'kills without a retry').toBeLessThan(60);
        const [browser] = printer.pids();
        const printed = printFour();
        await pause(duration * MOMENTS[attempt % MOMENTS.length]!);
        for (const pid of targets(browser!)) kill(pid);
        await printed;
      }
    } finally {
      await printer.close();
    }
  });

  it('a page releases the memory of printed sheets', async () => {
    const { printer } = startPrinter();
    try {
      for (let sheet = 0; sheet < 24; sheet++) await print(printer, draft({ ...PAID, lines: lines(100) }));
      // Without garbage collection it would use 400 MB.
      const held = pagesOf(printer.pids()[0]!).map((pid) => memoryOf(pid) / 1024 / 1024);
      expect(Math.max(...held)).toBeGreaterThan(5);
      expect(Math.max(...held)).toBeLessThan(200);
    } finally {
      await printer.close();
    }
  });

  it('stops a page at its time limit and prints the next one', async () => {
    const { printer } = startPrinter({ timeLimit: 15_000 });
    try {
      await printWhenIdle(printer, draft(PAID));
      const slow = (html: string): string => html.replace('<main>', `<main>${'<table><tr><td>'.repeat(400_000)}`);
      await expect(print(printer, draft({ ...PAID, note: 'Pomalý doklad.' }), 'sk', slow)).rejects.toMatchObject({
        reason: /time|crash|busy/,
      });
      expect((await printWhenIdle(printer, draft(PAID))).length).toBeGreaterThan(1000);
    } finally {
      await printer.close();
    }
  });

  it('stops a page and its browser at the memory limit', async () => {
    const { printer } = startPrinter({ memoryLimit: 128 });
    try {
      const large = (html: string): string => html.replace('<main>', `<main>${'<p>x</p>'.repeat(400_000)}`);
      await expect(print(printer, draft(PAID), 'sk', large)).rejects.toMatchObject({ reason: 'memory' });
    } finally {
      await printer.close();
    }
  });

  it('an expensive page does not fail concurrently printed pages, and is not retried', async () => {
    const { printer } = startPrinter({ memoryLimit: 400 });
    // Each group contains the previous one twice: a few lines of text exceed any memory.
    const groups = Array.from(
      { length: 26 },
      (_, at) => `<g id="g${at + 1}"><use href="#g${at}"/><use href="#g${at}"/></g>`,
    );
    const bomb = (html: string): string =>
      html.replace('<main>', `<main><svg><g id="g0"><rect/></g>${groups.join('')}</svg>`);
    const expensive = draft({ ...PAID, note: 'Nákladný doklad.' });
    try {
      await print(printer, draft(PAID));
      const order: string[] = [];
      const ended = print(printer, expensive, 'sk', bomb).catch((error: unknown) => error);
      const honest = Array.from({ length: 6 }, (_, at) => ({ ...withoutTimeout, owner: `honest ${at % 2}` })).map(
        (caller) =>
          print(printer, draft(PAID), 'sk', undefined, caller).then((pdf) => order.push(pdf.subarray(0, 5).toString())),
      );
      await Promise.all(honest);
      expect(order).toEqual(Array(6).fill('%PDF-'));
      expect(await ended).toMatchObject({ reason: 'memory', isFinal: true });
      const pids = printer.pids();
      await expect(print(printer, expensive)).rejects.toMatchObject({ isFinal: true });
      expect(printer.pids()).toEqual(pids);
    } finally {
      await printer.close();
    }
  });

  it('prints a large page in a browser of its own', async () => {
    const { printer } = startPrinter();
    try {
      await print(printer, draft(PAID));
      const [small] = printer.pids();
      const [large] = await Promise.all([
        print(printer, draft({ ...PAID, lines: lines(1_000) })),
        print(printer, draft(PAID)),
      ]);
      expect((await PDFDocument.load(large)).getPageCount()).toBeGreaterThan(20);
      expect(printer.pids()).toHaveLength(2);
      expect(printer.pids()).toContain(small);
      const other = printer.pids().find((pid) => pid !== small);
      // Both browsers have a lower priority than the service.
      expect([getPriority(small), getPriority(other)].map((nice) => nice > getPriority())).toEqual([true, true]);
      if (existsSync(`/proc/${small}/autogroup`)) {
        for (const pid of printer.pids()) expect(readFileSync(`/proc/${pid}/autogroup`, 'utf8')).toContain('nice 10');
      }
    } finally {
      await printer.close();
    }
  });
});
