import { type Metrics, makeHttpClient } from '../runtime/index.ts';
import { makeAskSource } from './ask-source.ts';
import { makeAttemptLog } from './attempts.ts';
import { makeSandboxChannel } from './sandbox.ts';
import type { Channel } from './source.ts';
import { readStatus, type StateStatus } from './status.ts';
import { type Database, deleteAnswers, deleteAttempts } from './store.ts';
import { makeVerifyVat, type VerifyVat } from './verify.ts';
import { makeViesRest } from './vies/rest.ts';
import { makeViesSoap } from './vies/soap.ts';

export type VatParts = {
  readonly db: Database;
  readonly now: () => number;
  readonly random: () => number;
  readonly metrics: Metrics;
  readonly onError: (error: unknown) => void;
  /** Base address of the REST channel; null: the sandbox answers. */
  readonly restUrl: string | null;
  /** The SOAP channel; null: there is none. */
  readonly soapUrl: string | null;
  /** Private addresses that may be asked (`OUTBOUND_ALLOW`). */
  readonly allow: readonly string[];
};

export type Vat = VerifyVat & {
  /** Availability by state, as measured in the last hour by all processes. */
  readonly status: () => Promise<StateStatus[]>;
  /** Forgets answers and exchanges that nobody may be told of any more; how many answers of at most `limit`. */
  readonly eraseExpired: (limit: number) => Promise<number>;
  readonly close: () => Promise<void>;
};

/** Longer than any answer counts, and than anybody looks back at availability. */
const KEPT_MS = 7 * 86_400_000;

/** Everything that speaks with the sources of VAT numbers. */
export function makeVat(parts: VatParts): Vat {
  const { db, now, random } = parts;
  const http = makeHttpClient({ allow: parts.allow, connections: 64 });
  const channels: Channel[] =
    parts.restUrl === null
      ? [makeSandboxChannel(now)]
      : [
          makeViesRest({ http, url: parts.restUrl.replace(/\/$/, '') }),
          ...(parts.soapUrl === null ? [] : [makeViesSoap({ http, url: parts.soapUrl })]),
        ];
  const attempts = makeAttemptLog({ db, now, onError: parts.onError });
  const exchanges = parts.metrics.histogram({
    name: 'vat_exchange_seconds',
    help: 'Exchanges with the sources of VAT numbers.',
    labels: ['channel', 'outcome'],
  });
  const source = makeAskSource({
    channels,
    now: () => performance.now(),
    random,
    pause,
    onAttempt: (attempt) => {
      attempts.add(attempt);
      exchanges.observe({ channel: attempt.channel, outcome: attempt.outcome }, attempt.milliseconds / 1000);
    },
  });
  return {
    ...makeVerifyVat({ db, source, sourceName: channels[0]!.source, now }),
    status: async () => {
      await attempts.flush();
      return readStatus(db, now());
    },
    eraseExpired: async (limit) => {
      const before = new Date(now() - KEPT_MS);
      await deleteAttempts(db, before);
      return deleteAnswers(db, before, limit);
    },
    close: async () => {
      await attempts.close();
      await http.close();
    },
  };
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const end = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', end, { once: true });
  });
