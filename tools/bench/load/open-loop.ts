/** What came of requests sent at a fixed rate. Times in milliseconds, from when a request was due, not when it left. */
export type LoadResult = {
  readonly sent: number;
  readonly ok: number;
  /** How often each other status, or fault of the connection, came. */
  readonly others: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
};

/** Sends one request; resolves with its status. */
export type Send = (index: number) => Promise<number>;

/**
 * Sends requests at a fixed rate, whether or not earlier ones are answered: a service that is slow makes them queue
 * here, and the wait counts, as it would for callers who don't know of each other.
 */
export async function sendAtRate(rate: number, seconds: number, send: Send): Promise<LoadResult> {
  const total = Math.round(rate * seconds);
  const started = performance.now();
  const running: Promise<void>[] = [];
  const times: number[] = [];
  const others: Record<string, number> = {};
  const one = async (index: number): Promise<void> => {
    const due = started + (index / rate) * 1000;
    const outcome = await send(index).catch((error: { code?: string; name: string }) => error.code ?? error.name);
    if (typeof outcome === 'number' && outcome < 300) times.push(performance.now() - due);
    else others[outcome] = (others[outcome] ?? 0) + 1;
  };
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * rate) + 1);
    while (sent < due) running.push(one(sent++));
    await untilDue(started + (sent / rate) * 1000, rate);
  }
  await Promise.all(running);
  return summarise(total, times, others, (performance.now() - started) / 1000);
}

/** Timers come up to a millisecond late, which would count as the service's time. */
const AWAKE_MS = 1.5;

/** Waits until the next request is due; where there is room between requests, the last moment awake. */
async function untilDue(due: number, rate: number): Promise<void> {
  if (rate > 100) return new Promise((done) => setTimeout(done, 1));
  const rest = due - performance.now() - AWAKE_MS;
  if (rest >= 1) await new Promise((done) => setTimeout(done, Math.floor(rest)));
  while (performance.now() < due) await new Promise((done) => setImmediate(done));
}

/** Keeps so many requests in flight for so long: the most that the service does. */
export async function sendInLine(lines: number, seconds: number, send: Send): Promise<LoadResult> {
  const started = performance.now();
  const times: number[] = [];
  const others: Record<string, number> = {};
  let sent = 0;
  const line = async (): Promise<void> => {
    while (performance.now() - started < seconds * 1000) {
      const began = performance.now();
      const outcome = await send(sent++).catch((error: { code?: string; name: string }) => error.code ?? error.name);
      if (typeof outcome === 'number' && outcome < 300) times.push(performance.now() - began);
      else others[outcome] = (others[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: lines }, line));
  return summarise(sent, times, others, (performance.now() - started) / 1000);
}

function summarise(sent: number, times: number[], others: Record<string, number>, seconds: number): LoadResult {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { sent, ok: sorted.length, others, seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** The heads of `loadRow`. */
export const LOAD_HEAD = ['load', 'answered a second', 'p50 ms', 'p95 ms', 'p99 ms', 'other answers'];

/** A load as a row of a table. */
export const loadRow = (name: string, { sent, ok, seconds, p50, p95, p99, others }: LoadResult): string[] => [
  name,
  (ok / seconds).toFixed(0),
  p50.toFixed(1),
  p95.toFixed(1),
  p99.toFixed(1),
  ok === sent ? 'none' : JSON.stringify(others),
];
