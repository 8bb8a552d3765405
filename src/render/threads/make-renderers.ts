import { makeGate } from '../../lib/gate.ts';
import { type Log, type Metrics, THREAD_BYTES } from '../../runtime/index.ts';
import type { XmlLimits } from '../../xml/index.ts';
import { NotRenderable, renderInvoice } from '../render-invoice.ts';
import { type Shown, toShown } from '../shown.ts';
import type { RenderRequest, Told } from './protocol.ts';
import { makeSeat } from './seat.ts';
import { RenderingStopped } from './stopped.ts';

export type RenderersParts = {
  /** The most that the page of one file may take in a thread, in milliseconds, and the thread's heap, in MiB. */
  readonly timeLimit: number;
  readonly memoryLimit: number;
  /** Of the XML. */
  readonly limits?: Partial<XmlLimits>;
  /** After so many milliseconds without a large file the thread is ended; a minute unless told otherwise. */
  readonly idleTime?: number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The thread's program; the real one unless told otherwise. */
  readonly script?: URL;
};

/** Makes pages of invoices without keeping others waiting for long. */
export type Renderers = {
  /**
   * As `renderInvoice`: of a small file at once, of a large one in a thread, where files wait for their turn.
   *
   * @throws NotRenderable; RenderingStopped at the limit of time or memory; the signal's reason once it aborts while the
   *   file still waits
   */
  readonly render: (bytes: Uint8Array, request: RenderRequest, signal?: AbortSignal) => Promise<Shown>;
  /** Whether there is a thread now. */
  readonly hasThread: () => boolean;
  /** Ends the thread; large files whose pages are not made yet are rejected. */
  readonly close: () => Promise<void>;
};

const IDLE = 60_000;
const NEVER = new AbortController().signal;

/** Makes the renderers; their thread starts with the first large file. */
export function makeRenderers(parts: RenderersParts): Renderers {
  const { limits, log, metrics, script = THREAD, idleTime = IDLE } = parts;
  const stopped = metrics.counter({
    name: 'render_stopped_total',
    help: 'Files whose page was given up at a limit.',
    labels: ['reason'],
  });
  const gate = makeGate(1);
  const seat = makeSeat({ ...parts, script, idleTime, setup: { limits } });
  let closed = false;

  const renderThere = async (bytes: Uint8Array, request: RenderRequest, signal: AbortSignal): Promise<Shown> => {
    const leave = await gate.enter(signal);
    try {
      if (closed) throw new Error('The renderers have ended');
      return readAnswer(await seat.ask({ bytes, request }));
    } catch (error) {
      if (error instanceof RenderingStopped) {
        stopped.inc({ reason: error.reason });
        log.error({ reason: error.reason, bytes: bytes.length }, 'a page was given up: its thread was ended');
      }
      throw error;
    } finally {
      leave();
    }
  };

  return {
    render: async (bytes, request, signal = NEVER) =>
      bytes.length <= THREAD_BYTES
        ? toShown(renderInvoice(bytes, { ...request, limits }))
        : renderThere(bytes, request, signal),
    hasThread: seat.isTaken,
    close: async () => {
      closed = true;
      await seat.end();
    },
  };
}

/** The program beside this file, in the form that this file runs in. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url);

function readAnswer(told: Told): Shown {
  switch (told.kind) {
    case 'shown':
      return told.shown;
    case 'not renderable':
      throw new NotRenderable(told.reason);
    case 'fault':
      throw new Error('Rendering has a defect', { cause: told.stack });
    case 'ready':
      throw new Error('A renderer says that it is ready instead of a page');
  }
}
