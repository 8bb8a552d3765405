import { type Breaker, makeBreaker } from '../../lib/breaker.ts';
import type { LeasedSlots } from './concurrency-limits/leased-slots.ts';
import { type Channel, type SourceAnswer, SourceFault, type SourceFaultKind, type VatQuery } from './source.ts';

/** Outcome of one exchange with a channel, for the status page and the metrics. */
export type Attempt = {
  readonly country: string;
  readonly channel: Channel['name'];
  readonly outcome: 'answered' | SourceFaultKind;
  readonly milliseconds: number;
};

type AskingParts = {
  /** In order of preference. */
  readonly channels: readonly Channel[];
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly onAttempt: (attempt: Attempt) => void;
  /** Concurrency limit per channel and state, over all processes. */
  readonly slots: Pick<LeasedSlots, 'enter' | 'narrow' | 'isCrowded'>;
};

export type AskSource = {
  /**
   * Queries the source until there is a verdict or the signal aborts; retries with exponential backoff and jitter.
   *
   * @param signal aborts at the time limit or when the caller leaves
   * @throws SourceFault the last one when no channel answered; the signal's reason when it aborted first
   */
  readonly ask: (query: VatQuery, signal: AbortSignal) => Promise<SourceResult>;
  /**
   * Reason of a recent failure of the state's preferred channel; `state_busy` while callers wait for a slot; null
   * when the last exchange succeeded or there was none.
   */
  readonly lastFault: (country: string) => SourceFaultKind | null;
  /** Milliseconds until a channel of the state may be used again; 0 when one is available. */
  readonly opensIn: (country: string) => number;
};

type SourceResult = { readonly answer: SourceAnswer; readonly channel: Channel };

const FAILURES_THAT_OPEN = 5;
const OPEN_MS = 5_000;
/** Time limit of one exchange; a slower state counts as unavailable. */
export const EXCHANGE_MS = 6_000;
/** Hedging delay: after this time without a response the next channel is queried in parallel. */
const HEDGE_MS = 1_500;
const FIRST_PAUSE_MS = 150;
const LONGEST_PAUSE_MS = 3_000;
/** How long the last failure is reported as the likely current cause. */
const RECENT_MS = 30_000;

type ChannelState = { readonly name: string; readonly breaker: Breaker; fault: Fault | null };
type Fault = { readonly kind: SourceFaultKind; readonly at: number };

/** Creates the query function of a source, with separate limits and circuit breakers per state and channel. */
export function makeAskSource(parts: AskingParts): AskSource {
  const { channels, now, random, pause, slots } = parts;
  const states = new Map<string, ChannelState>();
  const rateLimitOf = (channel: Channel, country: string): ChannelState => {
    const name = `${channel.name} ${country}`;
    let state = states.get(name);
    if (state === undefined) {
      state = { name, breaker: makeBreaker({ failures: FAILURES_THAT_OPEN, pause: OPEN_MS, now }), fault: null };
      states.set(name, state);
    }
    return state;
  };
  const channelsOf = (country: string): Channel[] =>
    channels.filter(({ country: only }) => only === undefined || only === country);

  /**
   * Queries the sandbox. Its test numbers fail on purpose; such a failure must not affect the breaker or other
   * callers.
   */
  const askInside = async (channel: Channel, query: VatQuery, signal: AbortSignal): Promise<SourceAnswer> => {
    const began = now();
    const answer = await channel.ask(query, { timeLimit: EXCHANGE_MS, signal }).catch((error: unknown) => {
      throw toFault(error, query);
    });
    const { country } = query.number;
    parts.onAttempt({ country, channel: channel.name, outcome: 'answered', milliseconds: now() - began });
    return answer;
  };

  const askOutside = async (channel: Channel, query: VatQuery, signal: AbortSignal): Promise<SourceAnswer> => {
    const { country } = query.number;
    const state = rateLimitOf(channel, country);
    const { name, breaker } = state;
    const leave = await slots.enter(name, signal);
    try {
      if (!breaker.mayTry()) throw standsOff(state);
      const began = now();
      const countAttempt = (outcome: Attempt['outcome']): void =>
        parts.onAttempt({ country, channel: channel.name, outcome, milliseconds: now() - began });
      try {
        const answer = await channel.ask(query, { timeLimit: EXCHANGE_MS, signal });
        state.fault = null;
        breaker.succeeded();
        countAttempt('answered');
        return answer;
      } catch (error) {
        // The next channel answered first although it started later: count this one as timed out.
        const isOvertaken = error === OVERTAKEN && now() - began >= HEDGE_MS;
        const fault = isOvertaken ? new SourceFault('timeout', null) : toFault(error, query);
        if (!(fault instanceof SourceFault)) {
          breaker.forgotten();
          throw fault;
        }
        state.fault = { kind: fault.kind, at: now() };
        countAttempt(fault.kind);
        // Before the slot is released, so that no other request takes it first.
        if (isBusy(fault)) await slots.narrow(name);
        settle(fault, breaker);
        throw fault;
      }
    } finally {
      leave();
    }
  };

  const askOnce: typeof askOutside = (channel, query, signal) =>
    channel.isInside ? askInside(channel, query, signal) : askOutside(channel, query, signal);

  /**
   * Queries the available channels: the first in order, the next one after the hedging delay or a failure. The first
   * answer wins.
   */
  const askAll = async (query: VatQuery, signal: AbortSignal, useless: Set<Channel>): Promise<SourceResult> => {
    const { country } = query.number;
    const known = channelsOf(country);
    const open = known.filter(
      (channel) => !useless.has(channel) && rateLimitOf(channel, country).breaker.state() !== 'open',
    );
    if (open.length === 0) throw standsOff(rateLimitOf(known[0]!, country));
    const stop = new AbortController();
    const both = AbortSignal.any([signal, stop.signal]);
    const start = async (index: number): Promise<SourceResult> => {
      const channel = open[index]!;
      const own = askOnce(channel, query, both).then(
        (answer) => ({ answer, channel }),
        (error: unknown) => {
          if (error instanceof SourceFault && isUseless(error)) useless.add(channel);
          throw error;
        },
      );
      if (index === open.length - 1) return own;
      const failed = own.then(
        () => new Promise<never>(() => undefined),
        (error: unknown) => {
          if (error instanceof SourceFault && error.isRefusal) throw error;
        },
      );
      const helped = Promise.race([pause(HEDGE_MS, both), failed]).then(() => start(index + 1));
      return Promise.any([own, helped]).catch((error: AggregateError) => {
        throw mostTelling(error.errors);
      });
    };
    try {
      return await start(0);
    } finally {
      stop.abort(OVERTAKEN);
    }
  };

  return {
    ask: async (query, signal) => {
      const useless = new Set<Channel>();
      for (let attempt = 0; ; attempt++) {
        try {
          return await askAll(query, signal, useless);
        } catch (error) {
          if (!(error instanceof SourceFault) || !error.isTransient || error.code === STANDS_OFF) throw error;
          // The sandbox is deterministic; a retry cannot help.
          if (channelsOf(query.number.country).every(({ isInside }) => isInside)) throw error;
          const most = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
          // When the signal aborts during the pause, report the failure instead, which is the cause.
          await pause(most * (0.5 + random() / 2), signal).catch(() => {
            throw error;
          });
        }
      }
    },
    lastFault: (country) => {
      const { fault, name } = rateLimitOf(channelsOf(country)[0]!, country);
      if (fault !== null && now() - fault.at < RECENT_MS) return fault.kind;
      return slots.isCrowded(name) ? 'state_busy' : null;
    },
    opensIn: (country) =>
      Math.min(...channelsOf(country).map((channel) => rateLimitOf(channel, country).breaker.opensIn())),
  };
}

/** A caller that named no requester must not get an error about the requester. */
const toFault = (error: unknown, { requester }: VatQuery): unknown =>
  error instanceof SourceFault && error.kind === 'requester' && requester === null
    ? new SourceFault('protocol', error.code, error)
    : error;

const OVERTAKEN = new Error('another channel has answered');
const STANDS_OFF = 'BREAKER_OPEN';

/** While the breaker is open no request is sent; the error reports the failure that opened it. */
const standsOff = ({ fault }: ChannelState): SourceFault => new SourceFault(fault?.kind ?? 'state_down', STANDS_OFF);

/** A retry of this channel within seconds cannot help. */
const isUseless = ({ kind }: SourceFault): boolean => kind === 'unlisted' || kind === 'caller_blocked';

/** A rejection of the request takes precedence; otherwise the first channel that was actually queried. */
function mostTelling(errors: readonly unknown[]): unknown {
  const faults = errors.filter((error) => error instanceof SourceFault);
  return faults.find(({ isRefusal }) => isRefusal) ?? faults.find(({ code }) => code !== STANDS_OFF) ?? errors[0];
}

const isBusy = ({ kind }: SourceFault): boolean => kind === 'state_busy' || kind === 'service_busy';

function settle(fault: SourceFault, breaker: Breaker): void {
  switch (fault.kind) {
    case 'state_busy':
    case 'service_busy':
      // A busy source is not an outage.
      breaker.forgotten();
      break;
    case 'number':
    case 'requester':
    case 'number_blocked':
    case 'unlisted':
      breaker.succeeded();
      break;
    default:
      breaker.failed();
  }
}
