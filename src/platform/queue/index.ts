/**
 * Background jobs: the job table, an outbox written in the transaction of a record, a relay, and BullMQ. Contains no
 * business flow, and does not expose types of BullMQ.
 */
export { announce, announceAll, announceIfAwaited } from './announce.ts';
export { type Backlog, shareOf } from './backlog.ts';
export type { FailedJob } from './failed-jobs.ts';
export { makeJobRecords } from './job-records.ts';
export { type JobName, type JobPayload, jobs } from './jobs.ts';
export { makeQueue } from './make-queue.ts';
export { enqueue, enqueueMany, findUndone } from './outbox.ts';
export type { Job, Queue, Working } from './queue.ts';
export { type Relay, startRelay } from './relay.ts';
export { askForPeriod, type Schedule, startClock } from './schedule.ts';
