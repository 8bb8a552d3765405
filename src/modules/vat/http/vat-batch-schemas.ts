import { z } from 'zod';
import type { Progress, VatBatch as VatBatchRecord } from '../../batches/index.ts';
import { VatVerification } from './vat-schemas.ts';

const EXAMPLE_ID = 'bat_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a';

export const VatBatchId = z.object({ id: z.string().meta({ example: EXAMPLE_ID }) });

export const VatBatch = z
  .object({
    id: z.string().meta({ example: EXAMPLE_ID }),
    status: z.enum(['queued', 'running', 'completed', 'canceled']),
    total: z.int(),
    done: z.int(),
    valid: z.int(),
    invalid: z.int(),
    failed: z.int().meta({
      description: 'Not a VAT number, or no verdict within 24 hours. It never means that a number is invalid.',
    }),
    eta_seconds: z
      .int()
      .nullable()
      .meta({ description: 'Estimated time until the batch is done, at the current rate.' }),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'VatBatch' });

export const VatBatchResults = z
  .object({
    results: z.array(
      z.object({
        position: z.int().meta({ description: 'Position in the order of submission, from 0.' }),
        input: z.string(),
        status: z.enum(['valid', 'invalid', 'failed']),
        result: VatVerification.nullable(),
        error: z.object({ code: z.string(), detail: z.object({ sk: z.string(), en: z.string() }) }).nullable(),
      }),
    ),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'VatBatchResults' });

export const VatBatchEvent = z
  .object({
    id: z.string().meta({ description: 'Increases with every change.', example: '7' }),
    batch_id: z.string(),
    type: z.enum(['vat_batch.progress', 'vat_batch.completed', 'vat_batch.canceled']),
    data: VatBatch,
  })
  .meta({ id: 'VatBatchEvent' });

/** Progress event of a VAT batch. */
export function toVatBatchEvent({ sequence, record }: Progress<VatBatchRecord>): z.output<typeof VatBatchEvent> {
  const { id, status } = record;
  const type =
    status === 'completed' || status === 'canceled' ? (`vat_batch.${status}` as const) : 'vat_batch.progress';
  return { id: String(sequence), batch_id: id, type, data: record };
}
