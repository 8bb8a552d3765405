import type { ServerResponse } from 'node:http';
import type { AppParts } from '../app-parts.ts';
import { makeProblem } from '../problems/problems.ts';
import { whenClosed } from '../responses/when-closed.ts';

/** What the bodies hold that this process has read whole and not answered yet. */
export type BodyMemory = {
  /**
   * Begins to keep account of a request's body, until it is answered.
   *
   * @returns what is told of every further byte that is held; throws Problem `memory_full` when all bodies together hold
   *   more than they may, unless this one is small
   */
  readonly open: (response: ServerResponse) => (bytes: number) => void;
};

/** A body of up to so many bytes is never refused for the others: nobody who sends much keeps small requests out. */
const SMALL_BYTES = 256 * 1024;

const RETRY_S = 2;

/** Makes the account of one process. Bodies whose files are stored as they come are no part of it. */
export function makeBodyMemory({ config, metrics }: Pick<AppParts, 'config' | 'metrics'>): BodyMemory {
  const { maxBodyMemory } = config.pressure;
  let held = 0;
  metrics.gauge({
    name: 'http_request_bodies_bytes',
    help: 'Bytes of request bodies that are held until their requests are answered.',
    collect: (gauge) => gauge.set(held),
  });
  return {
    open: (response) => {
      let own = 0;
      const release = (): void => {
        held -= own;
        own = 0;
      };
      return (bytes) => {
        if (own === 0) whenClosed(response, release);
        own += bytes;
        held += bytes;
        if (own <= SMALL_BYTES || held <= maxBodyMemory) return;
        release();
        throw makeProblem('memory_full', {}, { headers: { 'Retry-After': String(RETRY_S) } });
      };
    },
  };
}
