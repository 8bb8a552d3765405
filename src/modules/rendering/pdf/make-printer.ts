import { createHash } from 'node:crypto';
import { abortable } from '../../../lib/abortable.ts';
import { eitherSignal } from '../../../lib/any-signal.ts';
import { makeFailureCache } from '../../../lib/failure-cache.ts';
import { makeFairSemaphore, SemaphoreFull } from '../../../lib/fair-semaphore.ts';
import { shorten } from '../../../lib/plain-text.ts';
import type { Log, Metrics } from '../../../platform/index.ts';
import type { ChromiumPlace } from '../chromium/ways-to-run.ts';
import { withoutFiles } from '../html/extras.ts';
import { titleOf } from '../html/invoice-page.ts';
import { type Language, labelOf } from '../labels.data.ts';
import type { Shown } from '../render-metadata.ts';
import type { RenderCaller, Renderers } from '../threads/make-renderers.ts';
import { NOT_PRINTED_REASONS, NotPrinted } from './not-printed.ts';
import { openPrintThread } from './open-print-thread.ts';
import type { Sheet } from './print-protocol.ts';

type PrinterParts = ChromiumPlace & {
  /** Limits of one PDF: time in milliseconds, and memory of its browser in MiB. */
  readonly timeLimit: number;
  readonly memoryLimit: number;
  readonly renderers: Pick<Renderers, 'render'>;
  /** Printing waits for it: another process is unpacking the browser. It never rejects. */
  readonly unpacked?: Promise<void> | null;
  readonly log: Log;
  readonly metrics: Metrics;
};

export type Print = {
  readonly rendered: Pick<Shown, 'html' | 'read' | 'amounts' | 'files' | 'unprintable'>;
  /** The invoice as it was sent; it is embedded into the PDF. */
  readonly xml: Uint8Array;
  readonly language: Language;
  /** Creation time, in milliseconds since the epoch. */
  readonly at: number;
};

export type Printer = {
  /**
   * Returns the rendered invoice as an A4 PDF: tagged, with bookmarks, page numbers, carried totals and the embedded
   * XML.
   *
   * @throws NotPrinted; the reason of the signal
   */
  readonly print: (what: Print, caller: RenderCaller) => Promise<Uint8Array>;
  /**
   * Renders an invoice as a page and as a PDF.
   *
   * @throws NotRenderable; RenderingStopped; like `print`
   */
  readonly printFile: (
    xml: Uint8Array,
    options: Pick<Print, 'language' | 'at'>,
    caller: RenderCaller,
  ) => Promise<{ readonly html: Uint8Array; readonly pdf: Uint8Array }>;
  /** Starts the thread for small pages, which loads its modules before its browser starts. */
  readonly start: () => void;
  /**
   * Starts the browser for small pages in advance; resolves when it is ready and pages that were waiting for it are
   * printed.
   */
  readonly warmUp: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly pids: () => readonly number[];
};

/**
 * Small pages share a browser, and one owner can never occupy all its slots. A large page has a browser of its own,
 * so that it cannot affect small ones.
 */
const PLACES = {
  small: { most: 4, mostOfOwner: 3, mostWaiting: 64, mostWaitingOfOwner: 32 },
  large: { most: 1, mostOfOwner: 1, mostWaiting: 16, mostWaitingOfOwner: 4 },
} as const;
/** In bytes; an invoice of about 100 lines. */
const SMALL_PAGE = 128 * 1024;
const LARGE_IDLE = 60_000;
const MIB = 1024 * 1024;

/** Creates the printer; each browser starts with its first page. */
export function makePrinter(parts: PrinterParts): Printer {
  const { log, metrics, path, cache, timeLimit, memoryLimit, renderers, unpacked = null } = parts;
  const makePlace = (size: keyof typeof PLACES) => {
    const place = { path, cache, givesWay: size === 'large' };
    const setup = { place, pages: PLACES[size].most, timeLimit, memoryLimit: memoryLimit * MIB };
    const idleTime = size === 'large' ? LARGE_IDLE : null;
    return {
      thread: openPrintThread({ setup, heapLimit: memoryLimit, idleTime, log }),
      semaphore: makeFairSemaphore(PLACES[size]),
    };
  };
  const places = { small: makePlace('small'), large: makePlace('large') };
  const threads = Object.values(places).map(({ thread }) => thread);
  const failureCache = makeFailureCache<NotPrinted>(() => performance.now());
  const endings = metrics.counter({
    name: 'pdf_pages_total',
    help: 'Printed PDFs, by outcome.',
    labels: ['outcome'],
  });
  // Initialize the counters with 0: Prometheus does not count the first sample of a series as an increase, so no
  // alert would fire.
  for (const outcome of ['printed', 'aborted', 'failed', ...NOT_PRINTED_REASONS]) endings.inc({ outcome }, 0);
  const closing = new AbortController();
  const printing = new Set<Promise<Uint8Array>>();

  const printThere = async (what: Print, { owner, signal }: RenderCaller): Promise<Uint8Array> => {
    const { thread, semaphore } = places[what.rendered.html.length <= SMALL_PAGE ? 'small' : 'large'];
    const ended = eitherSignal(signal, closing.signal);
    try {
      const leave = await semaphore.enter(owner, ended.signal);
      try {
        if (unpacked !== null) await abortable(unpacked, ended.signal);
        return await thread.print(toSheet(what), signal);
      } finally {
        leave();
      }
    } finally {
      ended.clear();
    }
  };

  const print: Printer['print'] = async (what, caller) => {
    const fingerprint = (): string => createHash('sha256').update(what.xml).digest('hex');
    try {
      closing.signal.throwIfAborted();
      const known = failureCache.find(fingerprint);
      if (known !== null) throw known;
      const work = printThere(what, caller);
      printing.add(work);
      const pdf = await work.finally(() => printing.delete(work));
      endings.inc({ outcome: 'printed' });
      return pdf;
    } catch (error) {
      const failure = error instanceof SemaphoreFull ? new NotPrinted('busy', error.message) : error;
      endings.inc({
        outcome: caller.signal.aborted ? 'aborted' : failure instanceof NotPrinted ? failure.reason : 'failed',
      });
      if (failure instanceof NotPrinted && failure.isFinal) failureCache.add(fingerprint(), failure);
      throw failure;
    }
  };

  return {
    print,
    printFile: async (xml, options, caller) => {
      const rendered = await renderers.render(xml, { language: options.language, issues: null }, caller);
      return { html: rendered.html, pdf: await print({ rendered, xml, ...options }, caller) };
    },
    start: places.small.thread.start,
    warmUp: async () => {
      await places.small.thread.warmUp();
      await Promise.allSettled(printing);
    },
    close: async () => {
      closing.abort(new NotPrinted('closed', 'the service is shutting down'));
      await Promise.all(threads.map(({ close }) => close()));
    },
    pids: () => threads.flatMap(({ pid }) => pid() ?? []),
  };
}

/** Maximum length of titles and names in the PDF metadata. */
const LONGEST_NAME = 300;

/** Returns the page without the content of attachments, which the PDF embeds as files, in a separate buffer. */
const pageToPrint = ({ html, files }: Pick<Shown, 'html' | 'files'>): Uint8Array =>
  files.length === 0 ? new Uint8Array(html) : new TextEncoder().encode(withoutFiles(new TextDecoder().decode(html)));

/** Copies the data into separate buffers, so that they can be transferred. */
function toSheet({ rendered, xml, language, at }: Print): Sheet {
  const { invoice } = rendered.read;
  const author = invoice.seller?.name ?? null;
  return {
    html: pageToPrint(rendered),
    xml: new Uint8Array(xml),
    files: rendered.files,
    unprintable: rendered.unprintable.characters,
    amounts: rendered.amounts,
    currency: invoice.currency,
    language,
    title: shorten(titleOf({ invoice, label: (label) => labelOf(label, language) }), LONGEST_NAME),
    author: author === null ? null : shorten(author, LONGEST_NAME),
    at,
  };
}
