/**
 * What the service's processes have measured, and how the installation stands, told by any one of them. It measures
 * nothing itself: records count what is theirs.
 */
export { makeProcessMetrics, type ProcessMetrics, type ProcessMetricsParts } from './make-process-metrics.ts';
export type { BacklogSources } from './standing.ts';
