import { createHash } from 'node:crypto';
import type { Layer } from '@e-invoice/validator/issues';
import { makeGivenUp } from '../../../lib/failure-cache.ts';
import { makeFairSemaphore, SemaphoreFull } from '../../../lib/fair-semaphore.ts';
import type { Log, Metrics } from '../../../platform/index.ts';
import type { PackName, Setup } from './process-messages.ts';
import { type Opinion, REASONS, type Reason, unavailable } from './reference-result.ts';
import { REFERENCE_NAME } from './validate-file.ts';
import { makeJudgeProcess, ReferenceValidatorStopped } from './validator-process.ts';

export type ReferenceParts = {
  readonly setup: Setup;
  /** For one call, in milliseconds: to wait, to load rules and to judge. The heap of a process, in MiB. */
  readonly timeLimit: number;
  readonly memoryLimit: number;
  /** How long rules that have to be compiled first are waited for; within the time of the call unless told. */
  readonly prepareLimit?: number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The process's program; the real one unless told otherwise. */
  readonly script?: URL;
};

/** The second judge: libxml2 and SaxonJS in processes of their own. */
export type Reference = {
  /**
   * Judges a file by the same rule sources as the first judge. Never fails: what went wrong is the opinion's reason.
   *
   * @param asked the releases that apply, and of which layers is told
   * @param caller owners are served in turn; whoever has left while waiting gives the place up
   */
  readonly validate: (
    bytes: Uint8Array,
    asked: { readonly packs: readonly PackName[]; readonly layers: readonly Layer[] },
    caller: { readonly owner: string; readonly signal: AbortSignal },
  ) => Promise<Opinion>;
  /** Starts the process for small files, before it is needed; it loads the rules, and compiles what nobody has. */
  readonly warmUp: () => void;
  /** Of the processes that there are. */
  readonly pids: () => readonly number[];
  readonly close: () => Promise<void>;
};

/** Each process judges one file at a time. Few wait, for few come to their turn in time. */
const PLACES = { most: 1, mostOfOwner: 1, mostWaiting: 16, mostWaitingOfOwner: 4 };
/** The part of a call's time that may be spent waiting: what is left must do for any file that is judged at all. */
const WAITING_SHARE = 0.25;
const IDLE_LIMIT = 10 * 60_000;

/** What is judged in about a second: the rules look at every element, so that their number counts as the bytes do. */
const SMALL = { bytes: 64 * 1024, tags: 2_000 };

/**
 * Makes the second judge. Small files have a process that large ones never keep busy. Each process starts with its first
 * file, and ends when none has come for a while.
 */
export function makeReference(parts: ReferenceParts): Reference {
  const { log, metrics, timeLimit, prepareLimit = null } = parts;
  const makePlace = () => ({
    validate: makeJudgeProcess({ ...parts, prepareLimit, idleLimit: IDLE_LIMIT }),
    semaphore: makeFairSemaphore(PLACES),
  });
  const places = { small: makePlace(), large: makePlace() };
  const processes = Object.values(places).map(({ validate: judge }) => judge);
  let closed = false;
  const failureCache = makeGivenUp<Reason>(() => performance.now());
  const stopped = metrics.counter({
    name: 'reference_unavailable_total',
    help: 'Files of which the second judge had no opinion.',
    labels: ['reason'],
  });
  // A series that begins with its first event has not increased, and no alert would fire.
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
    validate: async (bytes, asked, { owner, signal }) => {
      const began = performance.now();
      const fingerprint = (): string => createHash('sha256').update(bytes).digest('hex');
      const without = (reason: Reason): Opinion => {
        stopped.inc({ reason });
        return unavailable(REFERENCE_NAME, reason, Math.round(performance.now() - began));
      };
      if (bytes.length > parts.setup.limits.bytes) return without('too_large');
      const known = failureCache.find(fingerprint);
      if (known !== null) return without(known);
      const { validate: judge, semaphore } = places[isSmall(bytes) ? 'small' : 'large'];
      const waitTimeoutMs = endAfter(timeLimit * WAITING_SHARE, signal);
      let leave: () => void;
      try {
        leave = await semaphore.enter(owner, waitTimeoutMs.signal);
      } catch (error) {
        if (error instanceof SemaphoreFull || waitTimeoutMs.signal.aborted) return without('busy');
        throw error;
      } finally {
        waitTimeoutMs.clear();
      }
      try {
        return await judge.ask({ bytes, ...asked }, timeLimit - (performance.now() - began));
      } catch (error) {
        if (!(error instanceof ReferenceValidatorStopped)) throw error;
        const { reason } = error;
        if (reason === 'time_limit' || reason === 'memory_limit') failureCache.add(fingerprint(), reason);
        log.warn({ reason, says: error.message, bytes: bytes.length }, 'the second judge has no opinion');
        return without(reason);
      } finally {
        leave();
      }
    },
  };
}

/** A signal that ends with another one, and after so many milliseconds. */
function endAfter(time: number, other: AbortSignal): { readonly signal: AbortSignal; readonly clear: () => void } {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('waited too long')), time);
  return { signal: AbortSignal.any([late.signal, other]), clear: () => clearTimeout(timer) };
}

const OPENING = '<'.charCodeAt(0);

function isSmall(bytes: Uint8Array): boolean {
  if (bytes.length > SMALL.bytes) return false;
  let tags = 0;
  for (let at = bytes.indexOf(OPENING); at !== -1 && tags <= SMALL.tags; at = bytes.indexOf(OPENING, at + 1)) tags += 1;
  return tags <= SMALL.tags;
}
