import { createHash } from 'node:crypto';
import { makeFailureCache } from '../../../lib/failure-cache.ts';
import { makeFairSemaphore } from '../../../lib/fair-semaphore.ts';
import type { RenderCaller } from '../threads/make-renderers.ts';
import { type Embedded, PdfRefused } from './embedded-invoice.ts';
import { openReader, type Reader, ReaderEnded } from './open-reader.ts';

/** Extracts invoices from PDFs, with limited concurrency. */
export type PdfReader = {
  /**
   * Returns the invoice and a comparison with the pages. `withPages: false` skips the pages, which halves the time.
   *
   * @throws PdfRefused, immediately if the same PDF hit a limit within the last minutes; SemaphoreFull; the reason of
   *   the signal; another, possibly transient error if no reader process is available
   */
  readonly read: (pdf: Uint8Array, caller: RenderCaller & { readonly withPages?: boolean }) => Promise<Embedded>;
  readonly pids: () => readonly number[];
  readonly close: () => void;
};

type PdfReaderParts = {
  /** Maximum size of the XML in a PDF. */
  readonly maxXmlBytes: number;
  readonly limits?: Partial<typeof LIMITS>;
  /** Number of PDFs after which a process is replaced. */
  readonly filesPerProcess?: number;
  /** Idle time in milliseconds after which a process exits. */
  readonly idleTime?: number;
  readonly script?: string;
};

/** Concurrency limits: one owner can never occupy both slots. */
const SLOTS = { most: 2, mostOfOwner: 1, mostWaiting: 64, mostWaitingOfOwner: 16 };
const MIB = 1024 * 1024;
const LIMITS = { time: 15_000, textTime: 5_000, memory: 512 * MIB };
/**
 * A process that uses more memory than this after a PDF is replaced, so that the next PDF can use its full allowance.
 */
const MEMORY_BETWEEN = 128 * MIB;
const FILES_PER_PROCESS = 100;
const IDLE_MS = 30_000;

/**
 * Creates the reader. Processes start on demand and read one PDF at a time. A process is replaced after a number of
 * PDFs, and after a PDF that reached a limit, crashed it or was abandoned.
 */
export function makePdfReader(parts: PdfReaderParts): PdfReader {
  const { maxXmlBytes, script, filesPerProcess = FILES_PER_PROCESS, idleTime = IDLE_MS } = parts;
  const semaphore = makeFairSemaphore(SLOTS);
  const failureCache = makeFailureCache<PdfRefused>(() => performance.now());
  const limits = { ...LIMITS, ...parts.limits, bytes: 4 * maxXmlBytes, xml: { bytes: maxXmlBytes } };
  const readers = new Set<Reader>();
  const idle: { readonly reader: Reader; readonly timer: NodeJS.Timeout }[] = [];
  let closed = false;

  const end = (reader: Reader): void => {
    readers.delete(reader);
    reader.end();
  };
  const take = (): Reader => {
    for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
      clearTimeout(last.timer);
      if (last.reader.isAlive()) return last.reader;
      readers.delete(last.reader);
    }
    const reader = openReader(script);
    readers.add(reader);
    return reader;
  };
  const giveBack = (reader: Reader, isUsable: boolean): void => {
    if (!isUsable || closed || reader.files() >= filesPerProcess || reader.memory() > MEMORY_BETWEEN) {
      end(reader);
      return;
    }
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((each) => each.reader === reader),
        1,
      );
      end(reader);
    }, idleTime).unref();
    idle.push({ reader, timer });
  };

  /** Reads in a process of its own, and calls `leave` when that process is free or has exited. */
  const readThere = async (
    pdf: Uint8Array,
    options: { readonly withPages: boolean; readonly signal: AbortSignal },
    leave: () => void,
  ): Promise<Embedded> => {
    if (closed) {
      leave();
      throw new Error('The PDF reader is closed');
    }
    const reader = take();
    const { answer, free } = reader.read(pdf, { ...limits, ...options });
    // Evaluated before the process counts as free: if a used process exited before it began with this PDF, the PDF is
    // retried in a new one.
    const isTriedAgain = answer.then(
      () => false,
      (error) => error instanceof ReaderEnded && reader.files() > 1,
    );
    void free.then(async (isUsable) => {
      giveBack(reader, isUsable);
      if (!(await isTriedAgain)) leave();
    });
    return (await isTriedAgain) ? readThere(pdf, options, leave) : answer;
  };

  return {
    read: async (pdf, { owner, signal, withPages = true }) => {
      const fingerprint = (): string => createHash('sha256').update(pdf).digest('hex');
      const known = failureCache.find(fingerprint);
      if (known !== null) throw known;
      const leave = await semaphore.enter(owner, signal);
      try {
        return await readThere(pdf, { withPages, signal }, leave);
      } catch (error) {
        if (error instanceof PdfRefused && error.reason === 'limit') failureCache.add(fingerprint(), error);
        throw error;
      }
    },
    pids: () => [...readers].flatMap(({ pid, isAlive }) => (isAlive() && pid !== undefined ? [pid] : [])),
    close: () => {
      closed = true;
      for (const reader of readers) end(reader);
    },
  };
}
