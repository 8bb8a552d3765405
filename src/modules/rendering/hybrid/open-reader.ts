import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { XmlLimits } from '@e-invoice/schematron/xml';
import { watchProcessor } from '../../../platform/threads/index.ts';
import { memoryOf, processorTimeOf } from '../chromium/memory.ts';
import type { VisibleValues } from './compare-values.ts';
import { type Embedded, type PdfRefusal, PdfRefused } from './embedded-invoice.ts';

/** To the process that reads; the bytes of the PDF follow on its input. */
export type ReadingRequest = {
  /** Of the PDF, in bytes. */
  readonly length: number;
  readonly withPages: boolean;
  /** Of all XML files in the PDF, in bytes, and of the one that is its invoice. */
  readonly bytes: number;
  readonly xml: Partial<XmlLimits>;
};

/**
 * From the process that reads, for each PDF: that it has begun, the invoice or why there is none, what the pages say of the
 * invoice, and that it can take another PDF.
 */
export type ReadingReply =
  | { readonly kind: 'begun' }
  | { readonly kind: 'embedded'; readonly embedded: Embedded }
  | { readonly kind: 'visible'; readonly visible: VisibleValues | null }
  | { readonly kind: 'refused'; readonly reason: PdfRefusal }
  | { readonly kind: 'free' };

type ReadingLimits = {
  /** In milliseconds of processor time: for the invoice, and then for the text of the pages. */
  readonly time: number;
  readonly textTime: number;
  /** Of the process that reads, in bytes; checked where the system reports it (Linux). */
  readonly memory: number;
  readonly bytes: number;
  readonly xml: Partial<XmlLimits>;
};

/** The process did not start, or ended before it began with a PDF: the PDF is not the cause. */
export class ReaderEnded extends Error {
  override readonly name = 'ReaderEnded';
}

/** One process that reads PDFs, one at a time. */
export type Reader = {
  /**
   * Reads a PDF. `free` resolves to true when the process can take another one, to false when it was ended.
   *
   * @throws PdfRefused; ReaderEnded; the signal's reason once it aborts
   */
  readonly read: (
    pdf: Uint8Array,
    options: ReadingLimits & { readonly withPages: boolean; readonly signal?: AbortSignal },
  ) => { readonly answer: Promise<Embedded>; readonly free: Promise<boolean> };
  readonly isAlive: () => boolean;
  /** The number of PDFs that it was given. */
  readonly files: () => number;
  /** The memory that it has for itself, in bytes; zero where the system does not report it. */
  readonly memory: () => number;
  readonly pid: number | undefined;
  readonly end: () => void;
};

const SCRIPT = new URL(
  import.meta.url.endsWith('.ts') ? './reading-process.ts' : './reading-process.js',
  import.meta.url,
);
const WATCH_MS = 25;
const START_MS = 60_000;
/** A PDF whose caller has left may still use so many milliseconds: starting another process costs more. */
const ABANDONED_MS = 1_000;

type Work = {
  readonly hear: (reply: ReadingReply) => void;
  /** The process has ended: by its parent, or by itself. */
  readonly ended: (cause: string, by: 'parent' | 'itself') => void;
};

/**
 * Starts a process that reads PDFs and can be ended: a stream of a PDF may unpack to any size, which shows only
 * afterwards. Everything that looks at the content of a PDF runs there. The process does not keep its parent running
 * between two PDFs, and ends with it.
 *
 * @param script its program
 */
export function openReader(script = fileURLToPath(SCRIPT)): Reader {
  const child = fork(script, [], {
    cwd: dirname(script),
    env: {},
    execArgv: [
      '--max-old-space-size=256',
      '--disallow-code-generation-from-strings',
      // Sources are TypeScript in development, and a process gets no loader from its parent.
      ...(script.endsWith('.ts') ? ['--import', 'tsx'] : []),
    ],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  const input = child.stdin as Socket;
  let alive = true;
  let files = 0;
  let work: Work | null = null;

  const hold = (isHeld: boolean): void => {
    const ref = isHeld ? 'ref' : 'unref';
    child[ref]();
    child.channel?.[ref]();
    input[ref]();
  };
  const ended = (cause: string, by: 'parent' | 'itself'): void => {
    if (!alive) return;
    alive = false;
    child.kill('SIGKILL');
    work?.ended(cause, by);
  };
  child.on('message', (reply: ReadingReply) => work?.hear(reply));
  child.on('error', (error) => ended(error.message, 'itself'));
  child.once('exit', (code, signal) => ended(`${signal ?? code}`, 'itself'));
  // The exit reports it.
  input.on('error', () => undefined);
  hold(false);

  return {
    pid: child.pid,
    isAlive: () => alive,
    files: () => files,
    memory: () => memoryOf(child.pid ?? 0),
    end: () => ended('it was stopped', 'parent'),
    read: (pdf, { withPages, signal, time, textTime, memory, bytes, xml }) => {
      files += 1;
      hold(true);
      let freed: (isUsable: boolean) => void = () => undefined;
      const free = new Promise<boolean>((resolve) => {
        freed = resolve;
      });
      const answer = new Promise<Embedded>((resolve, reject) => {
        let hasBegun = false;
        let embedded: Embedded | null = null;
        let unwatch: () => void = () => undefined;
        const watchTime = (limit: number): void => {
          unwatch();
          unwatch = watchProcessor({
            used: () => processorTimeOf(child.pid ?? 0),
            limit,
            expected: Number.POSITIVE_INFINITY,
            isWaitedFor: () => false,
            onEnd: () => stop(new PdfRefused('limit')),
          });
        };
        const late = setTimeout(() => stop(new ReaderEnded('The process that reads PDFs does not start')), START_MS);
        const memoryWatch = setInterval(() => {
          if (memoryOf(child.pid ?? 0) > memory) stop(new PdfRefused('limit'));
        }, WATCH_MS);
        const clear = (): void => {
          work = null;
          unwatch();
          clearTimeout(late);
          clearInterval(memoryWatch);
          signal?.removeEventListener('abort', abort);
        };
        /** Whatever the pages come to, an invoice that was found is returned. */
        const stop = (error: Error): void => {
          clear();
          ended(error.message, 'parent');
          if (embedded === null) reject(error);
          else resolve(embedded);
          freed(false);
        };
        const abort = (): void => {
          reject(signal?.reason);
          if (hasBegun) watchTime(ABANDONED_MS);
        };
        work = {
          hear: (reply) => {
            switch (reply.kind) {
              case 'begun':
                // Until then its time is that of the machine and not of the PDF.
                hasBegun = true;
                clearTimeout(late);
                watchTime(signal?.aborted ? ABANDONED_MS : time);
                break;
              case 'refused':
                reject(new PdfRefused(reply.reason));
                break;
              case 'embedded':
                embedded = reply.embedded;
                if (!withPages || embedded.visible === null) resolve(embedded);
                else if (!signal?.aborted) watchTime(textTime);
                break;
              case 'visible':
                if (embedded !== null) resolve({ ...embedded, visible: reply.visible });
                break;
              case 'free':
                clear();
                hold(false);
                freed(alive);
            }
          },
          // Most likely it ran out of memory, which it cannot report.
          ended: (cause, by) =>
            stop(
              hasBegun && by === 'itself'
                ? new PdfRefused('limit')
                : new ReaderEnded(`The process that reads PDFs ended (${cause})`),
            ),
        };
        if (!alive) return work.ended('before it was used', 'itself');
        signal?.addEventListener('abort', abort, { once: true });
        const request: ReadingRequest = { length: pdf.length, withPages, bytes, xml };
        child.send(request, (error) => {
          if (error !== null) ended(error.message, 'itself');
        });
        input.write(pdf);
      });
      return { answer, free };
    },
  };
}
