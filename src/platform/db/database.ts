import type { Kysely } from 'kysely';
import type { Log } from '../index.ts';
import type { Tables } from './tables.ts';

export type Subscription = { readonly onPayload: (payload: string) => void; readonly onGap: (() => void) | undefined };

/** Notification for the listeners of a channel. */
export type Notice = { readonly channel: string; readonly payload: string };

/** One connection that listens on many channels, sends notifications of committed transactions, and reconnects. */
export type Listener = {
  readonly subscribe: (channel: string, subscription: Subscription) => Promise<{ stop: () => Promise<void> }>;
  /** Queues notifications to be sent shortly. The reminder compensates for those lost with a connection. */
  readonly send: (notices: readonly Notice[]) => void;
  readonly close: () => Promise<void>;
};

/** A database handle: a connection pool, its query builder and one listening connection. */
export type Database = {
  readonly kysely: Kysely<Tables>;
  /** Address for features that need a session: LISTEN, session locks, settings. `url` may lead to a pooler. */
  readonly directUrl: string;
  readonly listener: Listener;
  readonly log: Log;
  /** True when a query succeeds within the limit, in milliseconds. */
  readonly answers: (limit: number) => Promise<boolean>;
  /** Closes the pool after running queries finish. */
  readonly close: () => Promise<void>;
};
