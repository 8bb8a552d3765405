import type { Log, Metrics } from '../../runtime/index.ts';
import type { ChromiumPlace } from '../chromium/ways-to-run.ts';
import { titleOf } from '../html/page.ts';
import { type Language, labelOf } from '../labels.data.ts';
import { startBrowser } from '../pdf.ts';
import type { Shown } from '../shown.ts';
import type { Renderers } from '../threads/make-renderers.ts';
import { finishPdf } from './finish-pdf.ts';
import { layOut } from './lay-out.ts';
import { makePress } from './make-press.ts';

export type PrinterParts = ChromiumPlace & {
  /** The most that one PDF may take, in milliseconds, and its browser's memory, in MiB. */
  readonly timeLimit: number;
  readonly memoryLimit: number;
  readonly renderers: Pick<Renderers, 'render'>;
  readonly log: Log;
  readonly metrics: Metrics;
};

export type Print = {
  readonly rendered: Pick<Shown, 'html' | 'read'>;
  /** The invoice as it was sent: it goes into the PDF. */
  readonly xml: Uint8Array;
  readonly language: Language;
  /** When, in milliseconds since the epoch. */
  readonly at: number;
};

/** Makes PDFs. */
export type Printer = {
  /**
   * The rendered invoice as an A4 PDF: tagged, with bookmarks, page numbers and carried totals, and with the XML in it.
   *
   * @throws NotPrinted; the signal's reason once it aborts
   */
  readonly print: (what: Print, signal?: AbortSignal) => Promise<Buffer>;
  /**
   * The page and the PDF of an invoice.
   *
   * @throws NotRenderable; RenderingStopped; as `print`
   */
  readonly printFile: (
    xml: Uint8Array,
    options: Pick<Print, 'language' | 'at'>,
    signal?: AbortSignal,
  ) => Promise<{ readonly html: string; readonly pdf: Buffer }>;
  readonly close: () => Promise<void>;
  /** The browser's process; null while there is none. */
  readonly pid: () => number | null;
};

/** Pages printed at once: one browser's processes keep two cores busy with two. */
const PAGES = 2;
/** At eight pages a second the last of these waits eight seconds. */
const WAITING = 64;
/** A browser grows with what it has printed. */
const PAGES_PER_BROWSER = 500;
const MIB = 1024 * 1024;

/** Makes the printer; Chromium starts with the first page. */
export function makePrinter(parts: PrinterParts): Printer {
  const { log, metrics, path, cache, timeLimit, memoryLimit, renderers } = parts;
  const press = makePress({
    start: () => startBrowser({ path, cache }, log),
    pages: PAGES,
    waiting: WAITING,
    timeLimit,
    memoryLimit: memoryLimit * MIB,
    pagesPerBrowser: PAGES_PER_BROWSER,
    log,
    endings: metrics.counter({ name: 'pdf_pages_total', help: 'PDFs, by what came of them.', labels: ['outcome'] }),
  });
  const print: Printer['print'] = async ({ rendered, xml, language, at }, signal) => {
    const { invoice } = rendered.read;
    const lines = { amounts: invoice.lines.map(({ netAmount }) => netAmount), currency: invoice.currency, language };
    const title = titleOf({ invoice, label: (label) => labelOf(label, language) });
    const pdf = await press.print(async (page) => {
      await page.fill(rendered.html);
      await layOut(page.evaluate, lines);
      return page.print();
    }, signal);
    return finishPdf(pdf, { xml, title, author: invoice.seller?.name ?? null, language, at: new Date(at) });
  };
  return {
    print,
    printFile: async (xml, options, signal) => {
      const rendered = await renderers.render(xml, { language: options.language, issues: null }, signal);
      return { html: rendered.html, pdf: await print({ rendered, xml, ...options }, signal) };
    },
    close: press.close,
    pid: press.pid,
  };
}
