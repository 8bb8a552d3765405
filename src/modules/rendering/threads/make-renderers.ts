import { createHash } from 'node:crypto';
import type { XmlLimits } from '@e-invoice/schematron/xml';
import { type Log, type Metrics, makeThreadPool, THREAD_BYTES, ThreadStopped } from '../../../platform/index.ts';
import type { PrintedCause, PrintedIssue } from '../findings.ts';
import { NotRenderable } from '../read-document.ts';
import type { Shown } from '../render-metadata.ts';
import { RenderingStopped } from './stopped.ts';
import type { RenderRequest, Reply, Request, Setup } from './thread-messages.ts';

type RenderersParts = {
  /** The most that the page of one file may take, in milliseconds, and the heap of a thread, in MiB. */
  readonly timeLimit: number;
  readonly memoryLimit: number;
  /** Of the XML. */
  readonly limits?: Partial<XmlLimits>;
  /** After so many milliseconds without a file a thread is ended; a minute unless told otherwise. */
  readonly idleTime?: number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The threads' program; the real one unless told otherwise. */
  readonly script?: URL;
};

/** Who waits for a page: owners are served in turn, and whoever leaves while waiting gives the place up. */
export type RenderCaller = { readonly owner: string; readonly signal: AbortSignal };

/** Makes pages of invoices in threads: whatever an invoice says, it keeps no event loop from others. */
export type Renderers = {
  /**
   * As `renderInvoice`, elsewhere. Small files never wait behind large ones.
   *
   * @throws NotRenderable; RenderingStopped at the limit of time or memory, now or lately for the same file; the
   *   signal's reason once it aborts while the file still waits
   */
  readonly render: (bytes: Uint8Array, request: RenderRequest, caller: RenderCaller) => Promise<Shown>;
  /** Starts the thread for small files, before it is needed. */
  readonly warmUp: () => void;
  /** How many threads there are now. */
  readonly threads: () => number;
  /** Ends the threads; files whose pages are not made yet are rejected. */
  readonly close: () => Promise<void>;
};

/** Makes the renderers: a thread for small files and one for large ones, each started with its first. */
export function makeRenderers(parts: RenderersParts): Renderers {
  const { limits, script = THREAD } = parts;
  const setup: Setup = { limits };
  const pool = makeThreadPool<Request, Reply>({ ...parts, name: 'render', script, setup, threads: 2, ending: 'all' });
  return {
    render: async (bytes, request, { owner, signal }) => {
      // Its own copy, handed over: the caller's bytes may be a part of something larger.
      const own = new Uint8Array(bytes);
      const fingerprint = (): string => createHash('sha256').update(bytes).digest('hex');
      const cost = bytes.length <= THREAD_BYTES ? 'small' : 'large';
      const asked: Request = { bytes: own, request: toSend(request) };
      try {
        return readReply(await pool.run({ request: asked, transfer: [own.buffer], owner, cost, fingerprint, signal }));
      } catch (error) {
        if (error instanceof ThreadStopped) throw new RenderingStopped(error.reason, error.limit);
        throw error;
      }
    },
    warmUp: pool.warmUp,
    threads: pool.threads,
    close: pool.close,
  };
}

/** The program beside this file, in the form that this file runs in. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url);

/** Thousands of findings are copied to the thread: of each only what a page prints. */
const toSend = (request: RenderRequest): RenderRequest => ({
  ...request,
  issues: request.issues?.map(toPrinted) ?? null,
  causes: request.causes?.map(toPrintedCause) ?? [],
});

const toPrinted = ({
  level,
  rule_id,
  message,
  message_en,
  fix,
  location,
  business_terms,
}: PrintedIssue): PrintedIssue => ({
  level,
  rule_id,
  message,
  message_en,
  fix,
  location,
  business_terms,
});

const toPrintedCause = ({ title, fix, issue_indexes, rule_ids }: PrintedCause): PrintedCause => ({
  title,
  fix: { program: fix.program },
  issue_indexes,
  rule_ids,
});

function readReply(reply: Reply): Shown {
  if (reply.kind === 'not renderable') throw new NotRenderable(reply.reason);
  return reply.shown;
}
