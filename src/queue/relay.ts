import type { Database } from '../db/index.ts';
import type { Log, Metrics } from '../runtime/index.ts';
import type { Queue } from './queue.ts';

/** The running relay. */
export type Relay = { readonly stop: () => Promise<void> };

export type RelayParts = {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Log;
  readonly metrics: Metrics;
};

/** Starts to move work from the outbox to the queue. */
export function startRelay(_parts: RelayParts): Relay {
  throw new Error('The relay is not ready');
}
