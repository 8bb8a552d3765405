import { createHash } from 'node:crypto';
import type { XmlLimits } from '@e-invoice/schematron/xml';
import { type Log, type Metrics, makeThreadPool, THREAD_BYTES, ThreadStopped } from '../../../platform/index.ts';
import type { PrintedCause, PrintedIssue } from '../findings.ts';
import { NotRenderable } from '../read-document.ts';
import type { Shown } from '../render-metadata.ts';
import { RenderingStopped } from './stopped.ts';
import type { RenderRequest, Reply, Request, Setup } from './thread-messages.ts';

type RenderersParts = {
  /** Limits of rendering one file: time in milliseconds, and heap of a thread in MiB. */
  readonly timeLimit: number;
  readonly memoryLimit: number;
  readonly limits?: Partial<XmlLimits>;
  /** Idle time in milliseconds after which a thread stops; default: one minute. */
  readonly idleTime?: number;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly script?: URL;
};

/**
 * The caller of a rendering: slots are shared fairly between owners, and an abort removes the caller from the queue.
 */
export type RenderCaller = { readonly owner: string; readonly signal: AbortSignal };

/** Renders invoices in worker threads, so that no invoice can block the event loop. */
export type Renderers = {
  /**
   * Like `renderInvoice`, in a thread. Small files never wait for large ones.
   *
   * @throws NotRenderable; RenderingStopped if the time or memory limit is reached, now or recently for the same
   *   file; the reason of the signal if it aborts while the file is queued
   */
  readonly render: (bytes: Uint8Array, request: RenderRequest, caller: RenderCaller) => Promise<Shown>;
  /** Starts the thread for small files in advance. */
  readonly warmUp: () => void;
  readonly threads: () => number;
  /** Stops the threads and rejects unfinished files. */
  readonly close: () => Promise<void>;
};

/** Creates the renderers: one thread for small files and one for large ones, each started on demand. */
export function makeRenderers(parts: RenderersParts): Renderers {
  const { limits, script = THREAD } = parts;
  const setup: Setup = { limits };
  const pool = makeThreadPool<Request, Reply>({ ...parts, name: 'render', script, setup, threads: 2, ending: 'all' });
  return {
    render: async (bytes, request, { owner, signal }) => {
      // A copy to transfer: the bytes of the caller may be a view of a larger buffer.
      const own = new Uint8Array(bytes);
      const fingerprint = (): string => createHash('sha256').update(bytes).digest('hex');
      const cost = bytes.length <= THREAD_BYTES ? 'small' : 'large';
      const message: Request = { bytes: own, request: toSend(request) };
      try {
        return readReply(
          await pool.run({ request: message, transfer: [own.buffer], owner, cost, fingerprint, signal }),
        );
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

/** The thread program next to this file, as source or compiled. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url);

/** There may be thousands of findings to copy to the thread: send only the fields that a page prints. */
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
