import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { XmlLimits } from '@e-invoice/schematron/xml';
import { watchProcessor } from '../../../platform/threads/index.ts';
import { memoryOf, processorTimeOf } from '../chromium/memory.ts';
import type { VisibleValues } from './compare-values.ts';
import { type Embedded, type PdfRefusal, PdfRefused } from './embedded-invoice.ts';

/** Message to the reader process; the bytes of the PDF follow on its standard input. */
export type ReadingRequest = {
  /** Size of the PDF in bytes. */
  readonly length: number;
  readonly withPages: boolean;
  /** Maximum total size of the XML files in the PDF, and limits of the invoice XML. */
  readonly bytes: number;
  readonly xml: Partial<XmlLimits>;
};

/**
 * Messages from the reader process for each PDF: started, the invoice or an error, the comparison with the pages, and
 * ready for the next PDF.
 */
export type ReadingReply =
  | { readonly kind: 'begun' }
  | { readonly kind: 'embedded'; readonly embedded: Embedded }
  | { readonly kind: 'visible'; readonly visible: VisibleValues | null }
  | { readonly kind: 'refused'; readonly reason: PdfRefusal }
  | { readonly kind: 'free' };

type ReadingLimits = {
  /** Processor time limits in milliseconds: for the invoice, and for the text of the pages. */
  readonly time: number;
  readonly textTime: number;
  /** Memory limit of the process in bytes; enforced on Linux only. */
  readonly memory: number;
  readonly bytes: number;
  readonly xml: Partial<XmlLimits>;
};

/** The process did not start or exited before it began with the PDF, so the PDF is not the cause. */
export class ReaderEnded extends Error {
  override readonly name = 'ReaderEnded';
}

export type Reader = {
  /**
   * Reads a PDF. `free` resolves to true when the process is ready for another PDF, to false when it has exited.
   *
   * @throws PdfRefused; ReaderEnded; the reason of the signal
   */
  readonly read: (
    pdf: Uint8Array,
    options: ReadingLimits & { readonly withPages: boolean; readonly signal?: AbortSignal },
  ) => { readonly answer: Promise<Embedded>; readonly free: Promise<boolean> };
  readonly isAlive: () => boolean;
  readonly files: () => number;
  /** Private memory in bytes; 0 if unavailable. */
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
/**
 * Processor time in milliseconds that a PDF may still use after its caller has aborted. Finishing is often cheaper
 * than starting another process.
 */
const ABANDONED_MS = 1_000;

type Work = {
  readonly hear: (reply: ReadingReply) => void;
  readonly ended: (cause: string, by: 'parent' | 'itself') => void;
};

/**
 * Starts a process that reads PDFs and can be killed: the decompressed size of a stream is known only afterwards and
 * may be arbitrarily large. All code that inspects the content of PDFs runs in it. An idle process does not keep its
 * parent alive, and it exits with its parent.
 *
 * @param script program of the process
 */
export function openReader(script = fileURLToPath(SCRIPT)): Reader {
  const child = fork(script, [], {
    cwd: dirname(script),
    env: {},
    execArgv: [
      '--max-old-space-size=256',
      '--disallow-code-generation-from-strings',
      // Sources are TypeScript in development, and a child process does not inherit the loader.
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
  // The exit handler reports it.
  input.on('error', () => undefined);
  hold(false);

  return {
    pid: child.pid,
    isAlive: () => alive,
    files: () => files,
    memory: () => memoryOf(child.pid ?? 0),
    end: () => ended('stopped', 'parent'),
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
        const late = setTimeout(() => stop(new ReaderEnded('The PDF reading process did not start')), START_MS);
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
        /** Returns the invoice if it was found, even if reading the pages failed. */
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
                // Startup time is not charged to the PDF.
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
          // Most likely out of memory, which the process cannot report.
          ended: (cause, by) =>
            stop(
              hasBegun && by === 'itself'
                ? new PdfRefused('limit')
                : new ReaderEnded(`The PDF reading process exited (${cause})`),
            ),
        };
        if (!alive) return work.ended('before its first use', 'itself');
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
