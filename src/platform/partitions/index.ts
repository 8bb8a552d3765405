/**
 * Monthly table partitions: created in advance and dropped by age, which frees all their space. Used for data that
 * grows without limit: document events, artifacts, webhook deliveries, the audit trail.
 */
export { type Months, makeMonths } from './make-months.ts';
