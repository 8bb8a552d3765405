import { createHash } from 'node:crypto';
import type { Layer } from '@e-invoice/validator/issues';
import { makeFailureCache } from '../../../lib/failure-cache.ts';
import { makeFairSemaphore, SemaphoreFull } from '../../../lib/fair-semaphore.ts';
import type { Log, Metrics } from '../../../platform/index.ts';
import type { PackName, Setup } from './process-messages.ts';
import { type Opinion, REASONS, type Reason, unavailable } from './reference-result.ts';
import { REFERENCE_NAME } from './validate-file.ts';
import { makeValidatorProcess, ReferenceValidatorStopped } from './validator-process.ts';

export type ReferenceParts = {
  readonly setup: Setup;
  /**
   * Time limit of one call in milliseconds: waiting, loading rules and validation. The memory limit is the heap of a
   * process in MiB.
   */
  readonly timeLimit: number;
  readonly memoryLimit: number;
  /** Time limit for compiling rules first; defaults to the time limit of the call. */
  readonly prepareLimit?: number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Process script; overridden in tests. */
  readonly script?: URL;
};

/** Reference validator: libxml2 and SaxonJS in separate processes. */
export type Reference = {
  /**
   * Validates a file with the same rule sources as the main validator. Never throws: a failure is the `reason` of the
   * result.
   *
   * @param applied releases that apply, and layers to report
   * @param caller tenants are served round-robin; an aborted signal leaves the queue
   */
  readonly validate: (
    bytes: Uint8Array,
    applied: { readonly packs: readonly PackName[]; readonly layers: readonly Layer[] },
    caller: { readonly owner: string; readonly signal: AbortSignal },
  ) => Promise<Opinion>;
  /** Starts the process for small files ahead of time; it loads the rules and compiles those not cached. */
  readonly warmUp: () => void;
  readonly pids: () => readonly number[];
  readonly close: () => Promise<void>;
};

/**
 * Each process validates one file at a time. The queue is short because few files would be served within their time
 * limit.
 */
const PLACES = { most: 1, mostOfOwner: 1, mostWaiting: 16, mostWaitingOfOwner: 4 };
/** Share of the time limit that may be spent in the queue; the rest must suffice to validate the file. */
const WAITING_SHARE = 0.25;
const IDLE_LIMIT = 10 * 60_000;

/**
 * Files validated in about one second. The number of elements counts as well as the bytes, because rules visit each
 * element.
 */
const SMALL = { bytes: 64 * 1024, tags: 2_000 };

/**
 * Creates the reference validator. Small files have their own process, so that large files never delay them. Each
 * process starts with its first file and stops when idle.
 */
export function makeReference(parts: ReferenceParts): Reference {
  const { log, metrics, timeLimit, prepareLimit = null } = parts;
  const makePlace = () => ({
    validate: makeValidatorProcess({ ...parts, prepareLimit, idleLimit: IDLE_LIMIT }),
    semaphore: makeFairSemaphore(PLACES),
  });
  const places = { small: makePlace(), large: makePlace() };
  const processes = Object.values(places).map(({ validate: validator }) => validator);
  let closed = false;
  const failureCache = makeFailureCache<Reason>(() => performance.now());
  const stopped = metrics.counter({
    name: 'reference_unavailable_total',
    help: 'Files without a result of the reference validator, by reason.',
    labels: ['reason'],
  });
  // Initialize the series: Prometheus sees no increase in a series that starts with its first event, and alerts would
  // not fire.
  for (const reason of REASONS) stopped.inc({ reason }, 0);

  return {
    warmUp: () => {
      if (!closed) places.small.validate.warmUp();
    },
    pids: () => processes.flatMap(({ pid }) => pid() ?? []),
    close: async () => {
      closed = true;
      await Promise.all(processes.map(({ close }) => close()));
    },
    validate: async (bytes, applied, { owner, signal }) => {
      const began = performance.now();
      const fingerprint = (): string => createHash('sha256').update(bytes).digest('hex');
      const without = (reason: Reason): Opinion => {
        stopped.inc({ reason });
        return unavailable(REFERENCE_NAME, reason, Math.round(performance.now() - began));
      };
      if (bytes.length > parts.setup.limits.bytes) return without('too_large');
      const known = failureCache.find(fingerprint);
      if (known !== null) return without(known);
      const { validate: validator, semaphore } = places[isSmall(bytes) ? 'small' : 'large'];
      const waitDeadline = endAfter(timeLimit * WAITING_SHARE, signal);
      let leave: () => void;
      try {
        leave = await semaphore.enter(owner, waitDeadline.signal);
      } catch (error) {
        if (error instanceof SemaphoreFull || waitDeadline.signal.aborted) return without('busy');
        throw error;
      } finally {
        waitDeadline.clear();
      }
      try {
        return await validator.ask({ bytes, ...applied }, timeLimit - (performance.now() - began));
      } catch (error) {
        if (!(error instanceof ReferenceValidatorStopped)) throw error;
        const { reason } = error;
        if (reason === 'time_limit' || reason === 'memory_limit') failureCache.add(fingerprint(), reason);
        log.warn({ reason, detail: error.message, bytes: bytes.length }, 'no result from the reference validator');
        return without(reason);
      } finally {
        leave();
      }
    },
  };
}

function endAfter(time: number, other: AbortSignal): { readonly signal: AbortSignal; readonly clear: () => void } {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('no free process within the time limit')), time);
  return { signal: AbortSignal.any([late.signal, other]), clear: () => clearTimeout(timer) };
}

const OPENING = '<'.charCodeAt(0);

function isSmall(bytes: Uint8Array): boolean {
  if (bytes.length > SMALL.bytes) return false;
  let tags = 0;
  for (let at = bytes.indexOf(OPENING); at !== -1 && tags <= SMALL.tags; at = bytes.indexOf(OPENING, at + 1)) tags += 1;
  return tags <= SMALL.tags;
}
