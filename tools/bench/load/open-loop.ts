/** Result of requests at a fixed rate. Times in milliseconds since a request was due, not since it was sent. */
export type LoadResult = {
  readonly sent: number;
  readonly ok: number;
  /** Number of responses per other status or connection error. */
  readonly others: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
};

/** Sends a request; resolves with its status. */
export type Send = (index: number) => Promise<number>;

/**
 * Sends requests at a fixed rate, whether or not earlier ones are answered (open loop): queueing time counts as
 * latency, as it does for independent callers.
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

/** Timers are up to a millisecond late, which would count as the service's time. */
const AWAKE_MS = 1.5;

/** Waits until the next request is due; busy-waits at the end if the rate leaves time for it. */
async function untilDue(due: number, rate: number): Promise<void> {
  if (rate > 100) return new Promise((done) => setTimeout(done, 1));
  const rest = due - performance.now() - AWAKE_MS;
  if (rest >= 1) await new Promise((done) => setTimeout(done, Math.floor(rest)));
  while (performance.now() < due) await new Promise((done) => setImmediate(done));
}

/** Keeps a number of requests in flight (closed loop), which measures the maximum throughput. */
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

/** Column heads of `loadRow`. */
export const LOAD_HEAD = ['load', 'answered a second', 'p50 ms', 'p95 ms', 'p99 ms', 'other answers'];

/** A load result as a table row. */
export const loadRow = (name: string, { sent, ok, seconds, p50, p95, p99, others }: LoadResult): string[] => [
  name,
  (ok / seconds).toFixed(0),
  p50.toFixed(1),
  p95.toFixed(1),
  p99.toFixed(1),
  ok === sent ? 'none' : JSON.stringify(others),
];
