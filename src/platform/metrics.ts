import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObject,
  Registry,
} from 'prom-client';

export type { Counter, Gauge, Histogram } from 'prom-client';

type Named<L extends string> = { readonly name: string; readonly help: string; readonly labels?: readonly L[] };

type Labels = Readonly<Record<string, string>>;

/** Metrics registry of the process. Registering a name twice is an error of the caller. */
export type Metrics = {
  readonly counter: <L extends string = never>(options: Named<L>) => Counter<L>;
  /** With `collect`, the value is computed at each scrape. */
  readonly gauge: <L extends string = never>(
    options: Named<L> & { readonly collect?: (gauge: Gauge<L>) => void | Promise<void> },
  ) => Gauge<L>;
  readonly histogram: <L extends string = never>(
    options: Named<L> & { readonly buckets?: readonly number[] },
  ) => Histogram<L>;
  readonly contentType: string;
  /** All metrics in the Prometheus text format. */
  readonly render: () => Promise<string>;
  /** All metrics as plain values with additional labels, for `renderWith` in another process. */
  readonly snapshot: (labels: Labels) => Promise<unknown>;
  /** Renders this registry with additional labels, together with the metrics of other processes. */
  readonly renderWith: (labels: Labels, others: readonly unknown[]) => Promise<string>;
};

type Series = { readonly aggregator?: string; readonly values: readonly { readonly labels: Labels }[] };

/** Bucket bounds in seconds, for responses and jobs from a millisecond to a minute. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * Creates a registry with Node's default metrics and a role label on every series; with null an empty registry for
 * metrics that do not belong to a process.
 */
export function makeMetrics(role: string | null): Metrics {
  const registry = new Registry();
  if (role !== null) {
    registry.setDefaultLabels({ role });
    collectDefaultMetrics({ register: registry });
  }
  const snapshot = async (labels: Labels): Promise<MetricObject[]> =>
    ((await registry.getMetricsAsJSON()) as unknown as Series[]).map((figure) => ({
      ...figure,
      // Aggregation drops values with `omit`; no two values here belong to the same process.
      aggregator: figure.aggregator === 'omit' ? 'first' : figure.aggregator,
      values: figure.values.map((value) => ({ ...value, labels: { ...value.labels, ...labels } })),
    })) as unknown as MetricObject[];
  const of = <L extends string>({ name, help, labels = [] }: Named<L>) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  return {
    counter: (options) => new Counter(of(options)),
    gauge: ({ collect, ...options }) =>
      new Gauge({
        ...of(options),
        ...(collect && {
          collect() {
            return collect(this);
          },
        }),
      }),
    histogram: (options) => new Histogram({ ...of(options), buckets: [...(options.buckets ?? SECONDS)] }),
    contentType: registry.contentType,
    render: () => registry.metrics(),
    snapshot,
    renderWith: async (labels, others) =>
      AggregatorRegistry.aggregate([await snapshot(labels), ...(others as MetricObject[][])]).metrics(),
  };
}
