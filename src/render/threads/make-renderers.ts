import { createHash } from 'node:crypto';
import type { XmlLimits } from '@e-invoice/schematron/xml';
import { makeFairGate } from '../../lib/fair-gate.ts';
import { makeGivenUp } from '../../lib/given-up.ts';
import { type Log, type Metrics, THREAD_BYTES } from '../../runtime/index.ts';
import { NotRenderable, type RenderOptions } from '../render-invoice.ts';
import type { Shown } from '../shown.ts';
import type { RenderRequest, Told } from './protocol.ts';
import { makeSeat } from './seat.ts';
import { RenderingStopped } from './stopped.ts';

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
   * @throws NotRenderable; RenderingStopped at the limit of time or memory, now or lately for the same file; GateFull;
   *   the signal's reason once it aborts while the file still waits
   */
  readonly render: (bytes: Uint8Array, request: RenderRequest, caller: RenderCaller) => Promise<Shown>;
  /** Starts the thread for small files, before it is needed. */
  readonly warmUp: () => void;
  /** How many threads there are now. */
  readonly threads: () => number;
  /** Ends the threads; files whose pages are not made yet are rejected. */
  readonly close: () => Promise<void>;
};

const IDLE = 60_000;

/** A thread makes one page at a time. The door lets in fewer than may wait here. */
const PLACES = { most: 1, mostOfOwner: 1, mostWaiting: 1_000, mostWaitingOfOwner: 1_000 };

/** Makes the renderers: a thread for small files and one for large ones, each started with its first. */
export function makeRenderers(parts: RenderersParts): Renderers {
  const { limits, log, metrics, script = THREAD, idleTime = IDLE } = parts;
  const stopped = metrics.counter({
    name: 'render_stopped_total',
    help: 'Files whose page was given up at a limit.',
    labels: ['reason'],
  });
  const makePlace = () => ({
    seat: makeSeat({ ...parts, script, idleTime, setup: { limits } }),
    gate: makeFairGate(PLACES),
  });
  const places = { small: makePlace(), large: makePlace() };
  const seats = Object.values(places).map(({ seat }) => seat);
  const givenUp = makeGivenUp<RenderingStopped>(() => performance.now());
  let closed = false;

  return {
    render: async (bytes, request, { owner, signal }) => {
      const fingerprint = (): string => createHash('sha256').update(bytes).digest('hex');
      const known = givenUp.find(fingerprint);
      if (known !== null) throw known;
      const { seat, gate } = places[bytes.length <= THREAD_BYTES ? 'small' : 'large'];
      const leave = await gate.enter(owner, signal);
      try {
        if (closed) throw new Error('The renderers have ended');
        return readAnswer(await seat.ask({ bytes, request: toSend(request) }));
      } catch (error) {
        if (error instanceof RenderingStopped) {
          givenUp.add(fingerprint(), error);
          stopped.inc({ reason: error.reason });
          log.error({ reason: error.reason, bytes: bytes.length }, 'a page was given up: its thread was ended');
        }
        throw error;
      } finally {
        leave();
      }
    },
    warmUp: () => {
      if (!closed) places.small.seat.warmUp();
    },
    threads: () => seats.filter(({ isTaken }) => isTaken()).length,
    close: async () => {
      closed = true;
      await Promise.all(seats.map(({ end }) => end()));
    },
  };
}

/** The program beside this file, in the form that this file runs in. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url);

/** Thousands of findings are copied to the thread: of each only what a page prints. */
const toSend = (request: RenderRequest): RenderRequest => ({
  ...request,
  issues: request.issues?.map(toPrinted) ?? null,
});

type Printed = NonNullable<RenderOptions['issues']>[number];

const toPrinted = ({ level, rule_id, message, message_en, fix, location, business_terms }: Printed): Printed => ({
  level,
  rule_id,
  message,
  message_en,
  fix,
  location,
  business_terms,
});

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
