import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Delay before a query on a lost connection fails, in milliseconds. */
const FAILURE_PAUSE = 250;

/**
 * Emits `error` on a connection whenever a query fails because the connection is lost. A listener added after the
 * loss would otherwise never be called: BullMQ would retry in a tight loop that blocks the event loop, including the
 * shutdown.
 */
export function onConnectionLost(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  const reported = async (error: unknown): Promise<never> => {
    if (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR') {
      await pause(FAILURE_PAUSE);
      client.emit('error', error);
    }
    throw error;
  };
  client.query = ((...parameters: unknown[]) => {
    const result = query(...parameters);
    return result instanceof Promise ? result.catch(reported) : result;
  }) as typeof client.query;
}
