import { createHash } from 'node:crypto';
import { makeGivenUp } from '../../../lib/failure-cache.ts';
import { makeFairSemaphore } from '../../../lib/fair-semaphore.ts';
import type { RenderCaller } from '../threads/make-renderers.ts';
import { type Embedded, PdfRefused } from './embedded-invoice.ts';
import { openReader, type Reader, ReaderEnded } from './open-reader.ts';

/** Takes invoices out of PDFs, a few at once. */
export type PdfReader = {
  /**
   * The invoice, and what the pages say of it; with `withPages: false` they are not read, which takes as long again.
   *
   * @throws PdfRefused, at once when a limit was reached by the same PDF in the last minutes; SemaphoreFull; the signal's
   *   reason; another error where no process reads, which may pass
   */
  readonly read: (pdf: Uint8Array, caller: RenderCaller & { readonly withPages?: boolean }) => Promise<Embedded>;
  /** The processes that read. */
  readonly pids: () => readonly number[];
  /** Ends them. */
  readonly close: () => void;
};

type PdfReaderParts = {
  /** Of the XML in a PDF. */
  readonly maxXmlBytes: number;
  /** Override `LIMITS`. */
  readonly limits?: Partial<typeof LIMITS>;
  /** A process is replaced after so many PDFs. */
  readonly filesPerProcess?: number;
  /** A process without work ends after so many milliseconds. */
  readonly idleTime?: number;
  /** The program of the processes; the real one unless stated otherwise. */
  readonly script?: string;
};

/** PDFs that are read at once: one owner never has both. */
const SLOTS = { most: 2, mostOfOwner: 1, mostWaiting: 64, mostWaitingOfOwner: 16 };
const MIB = 1024 * 1024;
const LIMITS = { time: 15_000, textTime: 5_000, memory: 512 * MIB };
/** A process that holds more after a PDF is replaced, so that the next PDF has the memory that it may use. */
const MEMORY_BETWEEN = 128 * MIB;
const FILES_PER_PROCESS = 100;
const IDLE_MS = 30_000;

/**
 * Makes the reader. Its processes start when they are needed and read one PDF after the other. A process is replaced after
 * a number of PDFs, and after a PDF that reached a limit, broke it or was abandoned.
 */
export function makePdfReader(parts: PdfReaderParts): PdfReader {
  const { maxXmlBytes, script, filesPerProcess = FILES_PER_PROCESS, idleTime = IDLE_MS } = parts;
  const semaphore = makeFairSemaphore(SLOTS);
  const failureCache = makeGivenUp<PdfRefused>(() => performance.now());
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

  /** Reads in the next process, and calls `leave` when that is free or gone. */
  const readThere = async (
    pdf: Uint8Array,
    options: { readonly withPages: boolean; readonly signal: AbortSignal },
    leave: () => void,
  ): Promise<Embedded> => {
    if (closed) {
      leave();
      throw new Error('The processes that read PDFs have ended');
    }
    const reader = take();
    const { answer, free } = reader.read(pdf, { ...limits, ...options });
    // Settled before the process counts as free: a process that ended without having begun is followed by a new one.
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
