/**
 * HTTP entry point: authentication, rate limits, input validation and responses. It contains no business logic and
 * does not access the database.
 */
export type { AppParts } from './app-parts.ts';
export { type MetricsDoor, serveMetrics } from './serve-metrics.ts';
export { type Api, type ApiOptions, startApi } from './start-api.ts';
export { writeOpenApi } from './write-open-api.ts';
