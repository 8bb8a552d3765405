import { setTimeout } from 'node:timers/promises';
import { abortable } from '../../lib/abortable.ts';
import { makeSingleFlight } from '../../lib/single-flight.ts';
import { type HttpClient, type Metrics, makeHttpClient } from '../../platform/index.ts';
import { makeKnownAnswers } from './answer-cache.ts';
import { makeAttemptLog } from './attempts.ts';
import { HOURS_KEPT_MS, type Period, readPeriods } from './availability-history.ts';
import { makeLeasedSlots } from './concurrency-limits/leased-slots.ts';
import { clearQueue } from './concurrency-limits/slot-store.ts';
import type { VatNumber } from './number.ts';
import { EXCHANGE_MS, makeAskSource } from './query-source.ts';
import { makeSandboxChannel } from './sandbox.ts';
import { makeLists } from './slovak-register/lists.ts';
import {
  makeSlovakRegister,
  type NationalFacts,
  type PublishedAccounts,
  type SlovakRegister,
} from './slovak-register/register.ts';
import type { Channel } from './source.ts';
import { readStatus, type StateStatus } from './status.ts';
import { type Database, deleteAnswers, deleteHours, deleteMinutes, takeCall } from './vat-store.ts';
import { makeVerifyVat, type VerifyVat } from './verify.ts';
import { makeViesRest } from './vies/rest.ts';
import { makeViesSoap } from './vies/soap.ts';

export type VatParts = {
  readonly db: Database;
  /** Name of this process, unique among running processes. */
  readonly process: string;
  readonly now: () => number;
  readonly random: () => number;
  readonly metrics: Metrics;
  readonly onError: (error: unknown) => void;
  /** Base URL of the VIES REST channel; null uses the sandbox. */
  readonly restUrl: string | null;
  /** URL of the VIES SOAP channel; null disables it. */
  readonly soapUrl: string | null;
  /** Open data of the Slovak Financial Administration; null disables it. */
  readonly skRegister: { readonly url: string; readonly key: string; readonly accounts: boolean } | null;
  /** Private addresses that may be called (`OUTBOUND_ALLOW`). */
  readonly allow: readonly string[];
};

export type Vat = VerifyVat & {
  /**
   * Returns data of the national source for a number, independent of any verdict. Requested on each call and never
   * stored.
   *
   * @param iban compact; null skips the account lookup
   * @param timeLimit in milliseconds
   * @returns null when the state has no such source
   */
  readonly national: (number: VatNumber, iban: string | null, timeLimit: number) => Promise<NationalFacts | null>;
  /**
   * Returns which of the accounts the holder of the number has published. Requested on each call and never stored.
   *
   * @param ibans compact
   * @param timeLimit in milliseconds
   * @returns null when there is no such source, or the operator has not enabled it
   */
  readonly accounts: (
    number: VatNumber,
    ibans: readonly string[],
    timeLimit: number,
  ) => Promise<PublishedAccounts | null>;
  /** Availability by state, measured in the last hour and day by all processes. */
  readonly status: () => Promise<StateStatus[]>;
  /** Availability over the last day and month, measured by all processes; cached for a minute. */
  readonly periods: () => Promise<readonly Period[]>;
  /** Deletes expired answers and attempt counts. Returns the number of deleted answers, at most `limit`. */
  readonly eraseExpired: (limit: number) => Promise<number>;
  readonly close: () => Promise<void>;
};

/** Retention of answers and minute counts; longer than answers are valid and than the availability history shown. */
const KEPT_MS = 7 * 86_400_000;

/** The endpoint is public, and a month's figures change little in a minute. */
const PERIODS_TOLD_MS = 60_000;

/**
 * Concurrent requests per state. VIES limits each state over all its users, so a single user should have at most two.
 */
const PER_STATE = 2;
/** Longer than an exchange, even in a slow process, so that a slot only expires when its process died. */
const LEASE_MS = EXCHANGE_MS + 4_000;
/** How long the limit of a busy state stays reduced. */
const REOPEN_MS = 5_000;

/** Hourly quota per API key of the Financial Administration. */
const SK_CALLS_AN_HOUR = 1000;

export function makeVat(parts: VatParts): Vat {
  const { db, now, random } = parts;
  const http = makeHttpClient({ peer: 'vat register', allow: parts.allow, connections: 64 });
  const channels: Channel[] =
    parts.restUrl === null
      ? [makeSandboxChannel(now)]
      : [
          makeViesRest({ http, url: parts.restUrl.replace(/\/$/, '') }),
          ...(parts.soapUrl === null ? [] : [makeViesSoap({ http, url: parts.soapUrl })]),
        ];
  const slovak = parts.skRegister === null ? null : makeSlovak(parts, parts.skRegister, http);
  if (slovak !== null) channels.push(slovak.channel);
  const attempts = makeAttemptLog({ db, now, onError: parts.onError });
  const exchanges = parts.metrics.histogram({
    name: 'vat_exchange_seconds',
    help: 'Exchanges with the sources of VAT numbers.',
    labels: ['channel', 'outcome'],
  });
  const slots = makeLeasedSlots({
    db,
    most: PER_STATE,
    process: parts.process,
    lease: LEASE_MS,
    reopen: REOPEN_MS,
    onError: parts.onError,
  });
  const source = makeAskSource({
    channels,
    slots,
    now: () => performance.now(),
    random,
    pause,
    onAttempt: (attempt) => {
      attempts.add(attempt);
      exchanges.observe({ channel: attempt.channel, outcome: attempt.outcome }, attempt.milliseconds / 1000);
    },
  });
  const answers = makeKnownAnswers({ db, clock: () => performance.now() });
  const shareStatus = makeSingleFlight<StateStatus[]>();
  const sharePeriods = makeSingleFlight<readonly Period[]>();
  let cachedPeriods: { readonly at: number; readonly periods: readonly Period[] } | null = null;
  return {
    ...makeVerifyVat({ answers, source, now }),
    national: async ({ vat, country }, iban, timeLimit) =>
      country === 'SK' && slovak !== null ? slovak.facts(vat, iban, AbortSignal.timeout(timeLimit)) : null,
    accounts: async ({ vat, country }, ibans, timeLimit) =>
      country === 'SK' && slovak !== null ? slovak.accounts(vat, ibans, AbortSignal.timeout(timeLimit)) : null,
    // The endpoint is public and unlimited: concurrent requests share one query.
    status: () =>
      shareStatus('', async () => {
        await attempts.flush();
        return readStatus(db, now());
      }),
    periods: () =>
      sharePeriods('', async () => {
        if (cachedPeriods !== null && now() - cachedPeriods.at < PERIODS_TOLD_MS) return cachedPeriods.periods;
        await attempts.flush();
        const periods = await readPeriods(db, now());
        cachedPeriods = { at: now(), periods };
        return periods;
      }),
    eraseExpired: async (limit) => {
      const before = new Date(now() - KEPT_MS);
      await deleteMinutes(db, before);
      await deleteHours(db, new Date(now() - HOURS_KEPT_MS));
      await clearQueue(db);
      return deleteAnswers(db, before, limit);
    },
    close: async () => {
      await answers.close();
      await http.close();
      await slots.close();
      // After the sources are closed, so that requests aborted by the shutdown are counted.
      await attempts.close();
    },
  };
}

function makeSlovak(
  { db, now }: VatParts,
  { url, key, accounts }: NonNullable<VatParts['skRegister']>,
  http: HttpClient,
): SlovakRegister {
  const takeOne = (): Promise<boolean> => takeCall(db, 'fs-sr', SK_CALLS_AN_HOUR, now());
  return makeSlovakRegister({
    lists: makeLists({ http, url: url.replace(/\/$/, ''), key, takeCall: takeOne, now }),
    accounts,
    now,
  });
}

/** @throws the signal's own reason; the timer would reject with an `AbortError` */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  abortable(setTimeout(milliseconds, undefined, { signal }), signal);
