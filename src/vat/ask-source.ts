import { type Breaker, makeBreaker } from '../lib/breaker.ts';
import { type Gate, makeGate } from '../lib/gate.ts';
import { type Channel, type SourceAnswer, SourceFault, type SourceFaultKind, type VatQuery } from './source.ts';

/** How one exchange with a channel went, for the status page and the metrics. */
export type Attempt = {
  readonly country: string;
  readonly channel: Channel['name'];
  readonly outcome: 'answered' | SourceFaultKind;
  readonly milliseconds: number;
};

export type AskingParts = {
  /** In order of preference. */
  readonly channels: readonly Channel[];
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Resolves after so many milliseconds; rejects with the signal's reason. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly onAttempt: (attempt: Attempt) => void;
  /** How many are asked at once of one state over one channel. VIES counts all users of all services together. */
  readonly perState?: number;
};

export type AskSource = {
  /**
   * Asks until there is a verdict or no time is left: channels in turn, with growing and random pauses.
   *
   * @param signal ends it: its time limit or the caller's leaving
   * @throws SourceFault the last one when nothing answered; the signal's reason when that came first
   */
  readonly ask: (query: VatQuery, signal: AbortSignal) => Promise<{ answer: SourceAnswer; channel: Channel }>;
  /** Milliseconds until a state is asked again over some channel; 0 when it is asked now. */
  readonly opensIn: (country: string) => number;
};

/** Two are what a state endures of one user among many. */
const PER_STATE = 2;
const FAILURES_THAT_OPEN = 5;
const OPEN_MS = 5_000;
/** The whole of one exchange; a state that answers later than this is not answering. */
const EXCHANGE_MS = 6_000;
/** A channel that has said nothing for this long is helped by the next one. */
const HEDGE_MS = 1_500;
const FIRST_PAUSE_MS = 150;
const LONGEST_PAUSE_MS = 3_000;

type Lane = { readonly gate: Gate; readonly breaker: Breaker };

/** Asks the channels of a source with care for each state of its own. */
export function makeAskSource(parts: AskingParts): AskSource {
  const { channels, now, random, pause } = parts;
  const lanes = new Map<string, Lane>();
  const laneOf = (channel: Channel, country: string): Lane => {
    const key = `${channel.name} ${country}`;
    let lane = lanes.get(key);
    if (lane === undefined) {
      const breaker = makeBreaker({ failures: FAILURES_THAT_OPEN, pause: OPEN_MS, now });
      lane = { gate: makeGate(parts.perState ?? PER_STATE), breaker };
      lanes.set(key, lane);
    }
    return lane;
  };

  const askOnce = async (channel: Channel, query: VatQuery, signal: AbortSignal): Promise<SourceAnswer> => {
    const { country } = query.number;
    const { gate, breaker } = laneOf(channel, country);
    const leave = await gate.enter(signal);
    try {
      if (!breaker.mayTry()) throw new SourceFault('state_down', 'BREAKER_OPEN');
      const began = now();
      const tell = (outcome: Attempt['outcome']): void =>
        parts.onAttempt({ country, channel: channel.name, outcome, milliseconds: now() - began });
      try {
        const answer = await channel.ask(query, { timeLimit: EXCHANGE_MS, signal });
        breaker.succeeded();
        gate.widen();
        tell('answered');
        return answer;
      } catch (error) {
        if (!(error instanceof SourceFault)) {
          breaker.forgotten();
          throw error;
        }
        tell(error.kind);
        settle(error, gate, breaker);
        throw error;
      }
    } finally {
      leave();
    }
  };

  /** The first of the open channels answers; the next one helps when that takes long or fails. */
  const askAll = async (query: VatQuery, signal: AbortSignal): Promise<{ answer: SourceAnswer; channel: Channel }> => {
    const open = channels.filter((channel) => laneOf(channel, query.number.country).breaker.state() !== 'open');
    if (open.length === 0) throw new SourceFault('state_down', 'BREAKER_OPEN');
    const stop = new AbortController();
    const both = AbortSignal.any([signal, stop.signal]);
    const faults: unknown[] = [];
    const start = async (index: number): Promise<{ answer: SourceAnswer; channel: Channel }> => {
      const channel = open[index]!;
      const asked = askOnce(channel, query, both).then((answer) => ({ answer, channel }));
      if (index === open.length - 1) return asked;
      const failed = asked.then(
        () => new Promise<never>(() => undefined),
        (error: unknown) => {
          faults.push(error);
          if (error instanceof SourceFault && !error.isTransient) throw error;
        },
      );
      const helped = Promise.race([pause(HEDGE_MS, both), failed]).then(() => start(index + 1));
      return Promise.any([asked, helped]).catch((error: AggregateError) => {
        throw error.errors.find((fault) => fault instanceof SourceFault && !fault.isTransient) ?? error.errors.at(-1);
      });
    };
    try {
      return await start(0);
    } finally {
      stop.abort();
    }
  };

  return {
    ask: async (query, signal) => {
      for (let attempt = 0; ; attempt++) {
        try {
          return await askAll(query, signal);
        } catch (error) {
          if (!(error instanceof SourceFault) || !error.isTransient || error.code === 'BREAKER_OPEN') throw error;
          const most = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
          // A pause that outlives the caller's time would only hide the reason.
          await pause(most * (0.5 + random() / 2), signal).catch(() => {
            throw error;
          });
        }
      }
    },
    opensIn: (country) => Math.min(...channels.map((channel) => laneOf(channel, country).breaker.opensIn())),
  };
}

function settle(fault: SourceFault, gate: Gate, breaker: Breaker): void {
  switch (fault.kind) {
    case 'state_busy':
    case 'service_busy':
      // Busy is alive: fewer at once, but no outage.
      gate.narrow();
      breaker.forgotten();
      break;
    case 'number':
    case 'requester':
    case 'number_blocked':
      breaker.succeeded();
      break;
    default:
      breaker.failed();
  }
}
