import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const FIRST_PAUSE = 25;
const LONGEST_PAUSE = 250;

/** The server is starting, stopping or crashed: the connection can be retried, since no statement was executed. */
function isPassing(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return /^(ECONNREFUSED|ECONNRESET|EPIPE|57P0[123]|08\w{3})$/.test(code);
  return error instanceof Error && /^Connection terminated|is not queryable$/.test(error.message);
}

/**
 * Takes a connection from the pool; retries while the server restarts.
 *
 * @param patience maximum time to retry, in milliseconds
 * @param stopped ends the retries early when it returns true
 * @throws the pool's error when the server stays unreachable or rejects the connection for another reason
 */
export async function connectPatiently(
  pool: pg.Pool,
  waitTimeoutMs: number,
  stopped: () => boolean = () => false,
): Promise<pg.PoolClient> {
  const end = performance.now() + waitTimeoutMs;
  for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isPassing(error) || stopped() || performance.now() + wait > end) throw error;
      await pause(wait);
    }
  }
}
