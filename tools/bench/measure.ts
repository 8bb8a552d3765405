/** Duration of one call, in milliseconds. */
type Measurement = {
  readonly median: number;
  /** Fastest call, from which growth is computed, since it was disturbed least by the machine. */
  readonly fastest: number;
  readonly runs: number;
};

export type MeasureOptions = {
  /** Each round runs every piece of work once, so that load on the machine affects all of them equally. */
  readonly rounds: number;
  /** Minimum duration of a turn, which is one or more calls. */
  readonly turnMilliseconds: number;
};

/** Work to be measured, optionally with a preparation per call that is not measured. */
export type Work = (() => unknown) | { readonly prepare: () => unknown; readonly run: (prepared: never) => unknown };

/** Measures pieces of work against each other, with one additional uncounted warm-up round. */
export function measureTogether<Name extends string>(
  works: Readonly<Record<Name, Work>>,
  { rounds, turnMilliseconds }: MeasureOptions,
): Record<Name, Measurement> {
  const entries = (Object.keys(works) as Name[]).map((name) => ({ name, work: works[name], times: [] as number[] }));
  for (let round = 0; round <= rounds; round++) {
    for (const { work, times } of entries) {
      const turn = takeTurn(work, turnMilliseconds);
      if (round > 0) for (const time of turn) times.push(time);
    }
  }
  const measured = entries.map(({ name, times }) => [
    name,
    { median: medianOf(times), fastest: times.reduce((a, b) => Math.min(a, b)), runs: times.length },
  ]);
  return Object.fromEntries(measured) as Record<Name, Measurement>;
}

function takeTurn(work: Work, milliseconds: number): number[] {
  const times: number[] = [];
  const { prepare, run } = typeof work === 'function' ? { prepare: () => undefined, run: work } : work;
  const began = performance.now();
  do {
    const prepared = prepare() as never;
    const start = performance.now();
    run(prepared);
    times.push(performance.now() - start);
  } while (performance.now() - began < milliseconds);
  return times;
}

/** Median. @throws Error for an empty list */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return sorted.length % 2 === 1 ? middle : (middle + (sorted[sorted.length / 2 - 1] ?? middle)) / 2;
}
