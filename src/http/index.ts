/**
 * The door for programs: HTTP in, the abilities' and records' answers out. It checks who calls, how often and with
 * what, and tells the outcome; it never judges an invoice itself and never touches the database.
 */
export type { AppParts } from './app-parts.ts';
export { type MetricsDoor, serveMetrics } from './serve-metrics.ts';
export { type Api, type ApiOptions, startApi } from './start-api.ts';
export { writeOpenApi } from './write-open-api.ts';
