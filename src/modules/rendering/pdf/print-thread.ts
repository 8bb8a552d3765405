/**
 * Printing thread: transferring pages to and from the browser and finishing PDFs must not block the event loop of the
 * service.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay, threadId } from '../../../platform/threads/index.ts';
import { replaceUnprintable } from '../fonts/find-unprintable.ts';
import { finishPdf } from './finish-pdf.ts';
import { layOut } from './lay-out.ts';
import { makeBrowserPool } from './make-browser-pool.ts';
import { NotPrinted } from './not-printed.ts';
import type { LogLevel, PrintLog, PrintReply, PrintRequest, PrintSetup, Sheet } from './print-protocol.ts';
import { startBrowser } from './start-browser.ts';

/** The memory of a browser grows with the number of printed pages. */
const PAGES_PER_BROWSER = 2_000;

// The browser is started from this thread and inherits its priority.
giveWay();
const thread = threadId();
const port = parentPort!;
const { place, ...limits } = workerData as PrintSetup;
const post = (message: PrintReply, handedOver: ArrayBuffer[] = []): void => port.postMessage(message, handedOver);
const writes = (level: LogLevel) => (about: object, message: string) => post({ kind: 'log', level, about, message });
const log: PrintLog = { info: writes('info'), warn: writes('warn'), error: writes('error') };

const pool = makeBrowserPool({
  ...limits,
  start: async (signal) => {
    const browser = await startBrowser(place, log, signal);
    post({ kind: 'browser', pid: browser.pid });
    return browser;
  },
  pagesPerBrowser: PAGES_PER_BROWSER,
  log,
});
const leaving = new Map<number, AbortController>();

async function print(sheet: Sheet, signal: AbortSignal): Promise<Uint8Array> {
  const { html, unprintable, xml, files, amounts, currency, language, title, author, at } = sheet;
  const page = replaceUnprintable(new TextDecoder().decode(html), unprintable);
  const lines = { amounts: amounts.split('\n').map((text) => (text === '' ? null : text)), currency, language };
  const pdf = await pool.print(async ({ fill, evaluate, print }) => {
    await fill(page);
    await layOut(evaluate, lines);
    return print();
  }, signal);
  // Copy into a separate buffer, so that it can be transferred.
  return new Uint8Array(finishPdf(pdf, { xml, files, title, author, language, at: new Date(at) }));
}

function toFailure(number: number, error: unknown): PrintReply {
  if (error instanceof NotPrinted) return { kind: 'not printed', number, reason: error.reason, detail: error.detail };
  return { kind: 'fault', number, stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

port.on('message', async (message: PrintRequest) => {
  if (message.kind === 'sign') return post({ kind: 'sign', thread });
  if (message.kind === 'leave') return leaving.get(message.number)?.abort();
  if (message.kind === 'warm up') {
    await pool.warmUp();
    return post({ kind: 'warm' });
  }
  if (message.kind === 'close') {
    await pool.close();
    return post({ kind: 'closed' });
  }
  const { number, sheet } = message;
  const left = new AbortController();
  leaving.set(number, left);
  try {
    const pdf = await print(sheet, left.signal);
    post({ kind: 'printed', number, pdf }, [pdf.buffer as ArrayBuffer]);
  } catch (error) {
    post(toFailure(number, error));
  } finally {
    leaving.delete(number);
  }
});
