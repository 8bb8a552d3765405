import { z } from 'zod';
import { BATCH_STATUSES, type Batch as BatchRecord } from '../../batches/index.ts';

export const BatchStatus = z.enum(BATCH_STATUSES).meta({ id: 'BatchStatus' });

export const Accepted = z
  .object({
    id: z.string().meta({ example: 'bat_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a' }),
    status: BatchStatus,
    total: z.int(),
  })
  .meta({ id: 'AcceptedBatch', description: 'The batch that now runs in the background.' });

export const Batch = z
  .object({
    id: z.string(),
    status: BatchStatus,
    total: z.int(),
    done: z.int(),
    valid: z.int(),
    invalid: z.int(),
    failed: z.int().meta({ description: 'Files that could not be judged, through a fault of the service.' }),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Batch' });

/** The record as it is published. */
export function toBatch(record: BatchRecord): z.input<typeof Batch> {
  const { id, status, total, done, valid, invalid, failed, created_at, completed_at } = record;
  return { id, status, total, done, valid, invalid, failed, created_at, completed_at };
}
