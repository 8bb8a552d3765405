/**
 * Parts of tables by month: made ahead, and dropped at their age with all their space. What grows without end (events of
 * documents, artifacts, deliveries to webhooks, the audit trail) is kept so.
 */
export { type Months, makeMonths } from './make-months.ts';
