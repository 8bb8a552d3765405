/**
 * Metrics of all processes and of the whole installation, served by any process. It measures nothing itself: domain
 * modules supply the counts.
 */

export type { BacklogSources } from './backlog.ts';
export { makeProcessMetrics, type ProcessMetrics, type ProcessMetricsParts } from './make-process-metrics.ts';
export { listProcesses } from './process-metrics-store.ts';
