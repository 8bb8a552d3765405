import type { Database } from '../../src/platform/db/index.ts';
import type { Metrics } from '../../src/platform/index.ts';
import {
  type BacklogSources,
  makeProcessMetrics,
  type ProcessMetrics,
  type ProcessMetricsParts,
} from '../../src/platform/process-metrics/index.ts';
import { testLog } from './database.ts';

/** Installation without pending work. */
export const EMPTY_BACKLOG: BacklogSources = {
  jobNames: [],
  pools: async () => ({}),
  jobs: async () => [],
  oldestWaiting: async () => ({}),
  outbox: async () => ({ waiting: 0, oldest_seconds: 0 }),
  documents: async () => ({}),
  deliveries: async () => ({}),
  monthsAhead: async () => 0,
  transparencyLog: async () => ({ leaves: 0, published: 0, unpublishedSeconds: 0 }),
};

/** Metrics exchange of one process. */
export const makeTestProcesses = (
  db: Database,
  metrics: Metrics,
  parts: Partial<ProcessMetricsParts> = {},
): ProcessMetrics =>
  makeProcessMetrics({
    db,
    metrics,
    log: testLog,
    role: 'test',
    name: 'test',
    backlog: EMPTY_BACKLOG,
    now: () => Date.now(),
    ...parts,
  });
