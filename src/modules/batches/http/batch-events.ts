import type { Route } from '../../../http/index.ts';
import { type Batch, hasEnded, type Progress } from '../index.ts';
import { BatchEvent, BatchId, toBatchEvent } from './batch-schemas.ts';
import { progressEvents } from './progress-events.ts';

/** GET /api/batches/{id}/events: progress of a batch. */
export const listBatchEvents: Route = progressEvents({
  path: '/api/batches/{id}/events',
  id: 'listBatchEvents',
  tag: 'batches',
  who: 'public',
  params: BatchId,
  summary: 'Follow the progress of a batch',
  last: '`batch.completed` or `batch.canceled`',
  event: BatchEvent,
  toEvent: ({ record }: Progress<Batch>) => toBatchEvent(record),
  recordsOf: ({ batches }) => batches,
  hasEnded,
  notFound: 'batch_not_found',
});
