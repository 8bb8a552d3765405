import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const FIRST_PAUSE = 25;
const LONGEST_PAUSE = 250;

/** A server that is starting, stopping or just gone: connecting again later is right, since nothing was executed. */
function isPassing(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return /^(ECONNREFUSED|ECONNRESET|EPIPE|57P0[123]|08\w{3})$/.test(code);
  return error instanceof Error && /^Connection terminated|is not queryable$/.test(error.message);
}

/**
 * Takes a connection of the pool. A server that restarts is waited for.
 *
 * @param patience how long, in milliseconds
 * @param stopped ends the waiting early when it says so
 * @throws the pool's error when the server stays away, or refuses for another reason
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
