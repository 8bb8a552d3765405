/**
 * What can be asked of the background, and how it gets there: a table of jobs, an outbox that a record's transaction
 * writes, a relay, and BullMQ. It never decides what follows what, and no type of BullMQ leaves it.
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
