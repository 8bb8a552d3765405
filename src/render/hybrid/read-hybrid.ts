import { fork } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { XmlFaultReason, XmlLimits } from '@e-invoice/schematron/xml';
import { memoryOf } from '../chromium/memory.ts';
import type { VisibleValues } from './compare-values.ts';

/** The invoice in a hybrid PDF. Little is told beside its bytes, whatever the PDF has. */
export type Embedded = {
  readonly filename: string;
  readonly profile: string | null;
  readonly bytes: Uint8Array;
  /** The same as a string of JSON, in UTF-8; null when it is not well-formed. */
  readonly json: Uint8Array | null;
  /** Why it is not well-formed; null when it is. */
  readonly error: XmlFaultReason | null;
  /** The names of the other invoices in the PDF. */
  readonly others: readonly string[];
  /** Which values of the invoice the pages of the PDF say; null where the XML is no invoice that is read. */
  readonly visible: VisibleValues | null;
};

/** To the process that reads, whose input is the PDF. */
export type ReadingAsked = {
  /** Of all XML files in the PDF, in bytes. */
  readonly bytes: number;
  readonly xml: Partial<XmlLimits>;
};

/** From the process that reads: that it listens, the invoice, then what the pages say of it. */
export type ReadingTold =
  | { readonly kind: 'ready' }
  | { readonly kind: 'embedded'; readonly embedded: Embedded }
  | { readonly kind: 'visible'; readonly visible: VisibleValues | null }
  | { readonly kind: 'refused'; readonly reason: keyof typeof CODES };

type ReadingLimits = {
  /** In milliseconds: for the invoice, and then for the text of the pages; 0: that is not waited for. */
  readonly time: number;
  readonly textTime: number;
  /** Of the process that reads, in bytes; kept where the system tells (Linux). */
  readonly memory: number;
  /** Of all XML files in the PDF, in bytes, and of the one that is its invoice. */
  readonly bytes: number;
  readonly xml: Partial<XmlLimits>;
};

const CODES = {
  encrypted: 'pdf_encrypted',
  broken: 'pdf_unreadable',
  limit: 'pdf_reading_limit_reached',
  nothing: 'pdf_without_invoice',
} as const;

/** The codes that say why. */
export const PDF_CODES = Object.values(CODES);

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
  import.meta.url.endsWith('.ts') ? './reading-process.ts' : './reading-process.js',
  import.meta.url,
);
const WATCH_MS = 25;
const START_MS = 60_000;

/**
 * The invoice in a hybrid PDF, read in a process of its own that is ended at its limits: a stream of a PDF may unpack to
 * any size, and whoever reads it knows only afterwards. All that looks at what is in the PDF is done there.
 *
 * @param script its program
 * @throws PdfRefused; the signal's reason once it aborts; another error where the process does not come to reading, which may pass
 */
export function readHybrid(
  pdf: Uint8Array,
  limits: ReadingLimits,
  signal?: AbortSignal,
  script = fileURLToPath(SCRIPT),
): Promise<Embedded> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const child = fork(script, [], {
      cwd: dirname(script),
      env: {},
      // Sources are TypeScript in development, and a process gets no loader from its parent.
      execArgv: ['--max-old-space-size=256', ...(script.endsWith('.ts') ? ['--import', 'tsx'] : [])],
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
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
    let isReady = false;
    let embedded: Embedded | null = null;
    const give = (found: Embedded): void => finish(() => resolve(found));
    const refuse = (reason: keyof typeof CODES): void =>
      embedded === null ? finish(() => reject(new PdfRefused(reason))) : give(embedded);
    const abort = (): void => finish(() => reject(signal?.reason));
    // Until it listens, its time is the machine's and not the PDF's.
    let late = setTimeout(() => finish(() => reject(new Error('No process starts that reads PDFs'))), START_MS);
    const watching = setInterval(() => {
      if (memoryOf(child.pid ?? 0) > limits.memory) refuse('limit');
    }, WATCH_MS);
    signal?.addEventListener('abort', abort, { once: true });
    child.on('message', (told: ReadingTold) => {
      if (told.kind === 'ready') {
        isReady = true;
        clearTimeout(late);
        late = setTimeout(refuse, limits.time, 'limit');
        return;
      }
      if (told.kind === 'refused') return refuse(told.reason);
      if (told.kind === 'visible') return embedded === null ? undefined : give({ ...embedded, visible: told.visible });
      embedded = told.embedded;
      if (embedded.visible === null || limits.textTime === 0) return give(embedded);
      clearTimeout(late);
      late = setTimeout(refuse, limits.textTime, 'limit');
    });
    child.once('error', (error) => finish(() => reject(error)));
    child.once('exit', (code, by) => {
      // Out of its heap, most likely: it tells nothing then. Before it listens, no PDF is the cause.
      if (isReady) refuse('limit');
      else finish(() => reject(new Error(`The process that reads PDFs ended before it listened (${by ?? code})`)));
    });
    // Who has ended cannot be told; the exit says so.
    child.stdin!.on('error', () => undefined).end(pdf);
    child.send({ bytes: limits.bytes, xml: limits.xml } satisfies ReadingAsked, (error) => {
      if (error !== null) finish(() => reject(error));
    });
  });
}
