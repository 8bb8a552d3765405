/**
 * A thread that prints: what a page takes to be handed to the browser and back, and to be finished, keeps nobody
 * waiting who does not print.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../../runtime/threads/index.ts';
import { startBrowser } from '../pdf.ts';
import { finishPdf } from './finish-pdf.ts';
import { layOut } from './lay-out.ts';
import { makePress } from './make-press.ts';
import { NotPrinted } from './not-printed.ts';
import type { FromPress, LogLevel, PressLog, PressSetup, Sheet, ToPress } from './press-protocol.ts';

/** A browser grows with what it has printed. */
const PAGES_PER_BROWSER = 500;

// The browser is started from here and has this priority too.
giveWay();
const port = parentPort!;
const { place, ...limits } = workerData as PressSetup;
const tell = (message: FromPress, handedOver: ArrayBuffer[] = []): void => port.postMessage(message, handedOver);
const writes = (level: LogLevel) => (about: object, says: string) => tell({ kind: 'log', level, about, says });
const log: PressLog = { info: writes('info'), warn: writes('warn'), error: writes('error') };

const press = makePress({
  ...limits,
  start: async (signal) => {
    const browser = await startBrowser(place, log, signal);
    tell({ kind: 'browser', pid: browser.pid });
    return browser;
  },
  pagesPerBrowser: PAGES_PER_BROWSER,
  log,
});
const leaving = new Map<number, AbortController>();

async function print(sheet: Sheet, signal: AbortSignal): Promise<Uint8Array> {
  const { html, xml, amounts, currency, language, title, author, at } = sheet;
  const page = new TextDecoder().decode(html);
  const lines = { amounts: amounts.split('\n').map((text) => (text === '' ? null : text)), currency, language };
  const pdf = await press.print(async ({ fill, evaluate, print }) => {
    await fill(page);
    await layOut(evaluate, lines);
    return print();
  }, signal);
  // A buffer of its own, which can be handed over.
  return new Uint8Array(finishPdf(pdf, { xml, title, author, language, at: new Date(at) }));
}

function toFailure(number: number, error: unknown): FromPress {
  if (error instanceof NotPrinted) return { kind: 'not printed', number, reason: error.reason, detail: error.detail };
  return { kind: 'fault', number, stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

port.on('message', async (message: ToPress) => {
  if (message.kind === 'sign') return tell({ kind: 'sign' });
  if (message.kind === 'leave') return leaving.get(message.number)?.abort();
  if (message.kind === 'warm up') {
    await press.warmUp();
    return tell({ kind: 'warm' });
  }
  if (message.kind === 'close') {
    await press.close();
    return tell({ kind: 'closed' });
  }
  const { number, sheet } = message;
  const left = new AbortController();
  leaving.set(number, left);
  try {
    const pdf = await print(sheet, left.signal);
    tell({ kind: 'printed', number, pdf }, [pdf.buffer as ArrayBuffer]);
  } catch (error) {
    tell(toFailure(number, error));
  } finally {
    leaving.delete(number);
  }
});
