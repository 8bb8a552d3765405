import type { Kysely } from 'kysely';
import type { Log } from '../index.ts';
import type { Tables } from './tables.ts';

export type Subscription = { readonly onPayload: (payload: string) => void; readonly onGap: (() => void) | undefined };

/** What is told to whoever listens to a channel. */
export type Notice = { readonly channel: string; readonly payload: string };

/** One connection that listens to many channels, tells notices of committed work, and comes back by itself. */
export type Listener = {
  readonly subscribe: (channel: string, subscription: Subscription) => Promise<{ stop: () => Promise<void> }>;
  /** Sends notices soon; those that a lost connection takes along are made up for by the reminder. */
  readonly send: (notices: readonly Notice[]) => void;
  readonly close: () => Promise<void>;
};

/** A database handle: a connection pool, its query builder and one listening connection. */
export type Database = {
  readonly kysely: Kysely<Tables>;
  /** Where connections keep what a session has: listening, session locks, settings. The pooled address may be another. */
  readonly directUrl: string;
  readonly listener: Listener;
  readonly log: Log;
  /** True when a connection answers within the time limit, in milliseconds. */
  readonly answers: (limit: number) => Promise<boolean>;
  /** Ends the pool after the running queries. */
  readonly close: () => Promise<void>;
};
