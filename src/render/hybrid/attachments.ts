import { fork } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryOf } from '../chromium/memory.ts';
import type { PdfText } from './read-text.ts';

/** A file in a PDF. */
export type AttachedFile = { readonly name: string; readonly bytes: Uint8Array };

/** To the process that reads: files of at most so many bytes in all are wanted. */
export type AttachmentsAsked = { readonly pdf: Uint8Array; readonly bytes: number };

/** From the process that reads: the files, and when there are any, what the pages say. */
export type AttachmentsTold =
  | { readonly kind: 'files'; readonly files: readonly AttachedFile[] }
  | { readonly kind: 'text'; readonly text: PdfText | null }
  | { readonly kind: 'refused'; readonly reason: 'encrypted' | 'broken' | 'limit' };

export type ReadingLimits = {
  /** In milliseconds: for the files, and then for the text. */
  readonly time: number;
  readonly textTime: number;
  /** Of the process that reads, in bytes; kept where the system tells (Linux). */
  readonly memory: number;
  /** Of all files that are given back, in bytes. */
  readonly bytes: number;
};

const CODES = {
  encrypted: 'pdf_encrypted',
  broken: 'pdf_unreadable',
  limit: 'pdf_reading_limit_reached',
  nothing: 'pdf_without_invoice',
} as const;

/** What is read of a PDF. */
export type PdfContent = {
  readonly files: readonly AttachedFile[];
  /** Null where it cannot be read, or not within the limits: the files are given all the same. */
  readonly text: PdfText | null;
};

/** Why a PDF gives no invoice. */
export class PdfRefused extends Error {
  readonly reason: keyof typeof CODES;
  readonly code: (typeof CODES)[keyof typeof CODES];

  constructor(reason: keyof typeof CODES) {
    super(`A PDF gives no invoice: ${reason}`);
    this.name = 'PdfRefused';
    this.reason = reason;
    this.code = CODES[reason];
  }
}

const SCRIPT = new URL(
  import.meta.url.endsWith('.ts') ? './read-attachments.ts' : './read-attachments.js',
  import.meta.url,
);
const WATCH_MS = 25;

/**
 * The XML files in a PDF and the text of its pages, read in a process of its own that is ended at its limits: a stream
 * of a PDF may unpack to any size, and whoever reads it knows only afterwards.
 *
 * @throws PdfRefused; the signal's reason once it aborts
 */
export function readAttachments(pdf: Uint8Array, limits: ReadingLimits, signal?: AbortSignal): Promise<PdfContent> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const script = fileURLToPath(SCRIPT);
    const child = fork(script, [], {
      cwd: dirname(script),
      env: {},
      // Sources are TypeScript in development, and a process gets no loader from its parent.
      execArgv: ['--max-old-space-size=256', ...(script.endsWith('.ts') ? ['--import', 'tsx'] : [])],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const finish = (tell: () => void): void => {
      clearTimeout(late);
      clearInterval(watching);
      signal?.removeEventListener('abort', abort);
      child.removeAllListeners();
      // What it still does is of no use to anybody.
      child.on('error', () => undefined);
      child.kill('SIGKILL');
      tell();
    };
    let files: readonly AttachedFile[] | null = null;
    const give = (found: readonly AttachedFile[], text: PdfText | null): void =>
      finish(() => resolve({ files: found, text }));
    const refuse = (reason: keyof typeof CODES): void =>
      files === null ? finish(() => reject(new PdfRefused(reason))) : give(files, null);
    const abort = (): void => finish(() => reject(signal?.reason));
    let late = setTimeout(refuse, limits.time, 'limit');
    const watching = setInterval(() => {
      if (memoryOf(child.pid ?? 0) > limits.memory) refuse('limit');
    }, WATCH_MS);
    signal?.addEventListener('abort', abort, { once: true });
    child.on('message', (told: AttachmentsTold) => {
      if (told.kind === 'refused') return refuse(told.reason);
      if (told.kind === 'text') return give(files ?? [], told.text);
      files = told.files;
      if (files.length === 0) return give(files, null);
      clearTimeout(late);
      late = setTimeout(refuse, limits.textTime, 'limit');
    });
    child.once('error', (error) => finish(() => reject(error)));
    // Out of its heap, most likely: it tells nothing then.
    child.once('exit', () => refuse('limit'));
    child.send({ pdf, bytes: limits.bytes } satisfies AttachmentsAsked, (error) => {
      if (error !== null) finish(() => reject(error));
    });
  });
}
