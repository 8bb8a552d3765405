import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** How long a query on a lost connection takes to fail, in milliseconds. */
const FAILURE_PAUSE = 250;

/**
 * Has a connection say that it is lost whenever a query on it fails for that. Whoever began to listen to it after it was
 * lost would never hear of it: BullMQ would ask it again and again, at once, and nothing else of the process, not even
 * its end, would have its turn.
 */
export function onConnectionLost(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  const told = async (error: unknown): Promise<never> => {
    if (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR') {
      await pause(FAILURE_PAUSE);
      client.emit('error', error);
    }
    throw error;
  };
  client.query = ((...parameters: unknown[]) => {
    const result = query(...parameters);
    return result instanceof Promise ? result.catch(told) : result;
  }) as typeof client.query;
}
