import type { ServerResponse } from 'node:http';
import type { AppParts } from '../app-parts.ts';
import { makeProblem } from '../problems/problems.ts';
import { whenClosed } from '../responses/when-closed.ts';

/** Limits the memory of request bodies that this process has read and not yet answered. */
export type BodyMemory = {
  /**
   * Starts accounting for a request body, until its response is closed.
   *
   * @returns function to call with the number of further bytes held; throws Problem `memory_full` when all bodies
   *   together exceed the limit, unless this body is small
   */
  readonly open: (response: ServerResponse) => (bytes: number) => void;
};

/** A body up to this size is never rejected, so that large requests do not block small ones. */
const SMALL_BYTES = 256 * 1024;

const RETRY_S = 2;

/** Creates the accounting of one process. Bodies whose files are stored as they arrive are not included. */
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
