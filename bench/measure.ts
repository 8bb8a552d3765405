/** How long one call takes, in milliseconds. */
export type Measurement = {
  readonly median: number;
  /** The call that the machine disturbed least: what growth is computed from. */
  readonly fastest: number;
  readonly runs: number;
};

export type MeasureOptions = {
  /** Calls before the clock runs, so that the compiler has done its work. */
  readonly warmUp: number;
  /** Measuring ends when both are reached. */
  readonly minRuns: number;
  readonly minMilliseconds: number;
};

/** Measures a synchronous piece of work. */
export function measure(work: () => unknown, { warmUp, minRuns, minMilliseconds }: MeasureOptions): Measurement {
  for (let run = 0; run < warmUp; run++) work();
  const times: number[] = [];
  const began = performance.now();
  while (times.length < minRuns || performance.now() - began < minMilliseconds) {
    const start = performance.now();
    work();
    times.push(performance.now() - start);
  }
  return { median: medianOf(times), fastest: Math.min(...times), runs: times.length };
}

/** The middle value. @throws Error for an empty list */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return sorted.length % 2 === 1 ? middle : (middle + (sorted[sorted.length / 2 - 1] ?? middle)) / 2;
}
