import type { Database } from '../db/index.ts';
import {
  discardFailed,
  findFailedJob,
  forgetFailedBefore,
  listFailedJobs,
  listOpenJobs,
  measureOutbox,
  requeueFailed,
} from './failed-jobs.ts';
import type { Queue } from './queue.ts';

/** Job information from PostgreSQL, available without a connection to the queue. */
export const makeJobRecords = (db: Database): Pick<Queue, 'openJobs' | 'outbox' | 'failed'> => ({
  openJobs: () => listOpenJobs(db),
  outbox: () => measureOutbox(db),
  failed: {
    list: (page) => listFailedJobs(db, page),
    find: (key) => findFailedJob(db, key),
    requeue: (scope, id) => requeueFailed(db, scope, id),
    discard: (scope, id) => discardFailed(db, scope, id),
    forgetBefore: (time) => forgetFailedBefore(db, new Date(time)),
  },
});
