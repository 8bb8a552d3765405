import { z } from 'zod';
import { FailedFile, FileResult, NextCursor, Text } from '../../../http/index.ts';
import { BATCH_STATUSES, type Batch as BatchRecord, NOT_AN_INVOICE } from '../index.ts';

const EXAMPLE_ID = 'bat_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a';

export const BatchId = z.object({ id: z.string().meta({ example: EXAMPLE_ID }) });

const BatchStatus = z.enum(BATCH_STATUSES).meta({ id: 'BatchStatus' });

export const Accepted = z
  .object({
    id: z.string().meta({ example: EXAMPLE_ID }),
    status: BatchStatus,
    total: z.int(),
  })
  .meta({ id: 'AcceptedBatch', description: 'The created batch. It is processed in the background.' });

export const Batch = z
  .object({
    id: z.string(),
    status: BatchStatus,
    total: z.int(),
    done: z.int(),
    valid: z.int(),
    invalid: z.int(),
    failed: z.int().meta({ description: 'Files that could not be validated; the results contain the reasons.' }),
    skipped: z.int().meta({
      description: 'Members of the archive that are neither XML nor PDF; not counted in `total`.',
    }),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Batch' });

/** Public form of a batch. */
export function toBatch(record: BatchRecord): z.input<typeof Batch> {
  const { id, status, total, done, valid, invalid, failed, skipped, created_at, completed_at } = record;
  return { id, status, total, done, valid, invalid, failed, skipped, created_at, completed_at };
}

export const BatchEvent = z
  .object({
    id: z.string().meta({ description: 'Increases with every change.', example: '7' }),
    batch_id: z.string(),
    type: z.enum(['batch.progress', 'batch.completed', 'batch.canceled']),
    data: Batch,
  })
  .meta({ id: 'BatchEvent' });

/** Progress event of a batch. */
export function toBatchEvent(record: BatchRecord): z.output<typeof BatchEvent> {
  const { id, status, sequence } = record;
  const type = status === 'completed' || status === 'canceled' ? (`batch.${status}` as const) : 'batch.progress';
  return { id: String(sequence), batch_id: id, type, data: toBatch(record) };
}

const validated = {
  results: z.array(FileResult),
  failures: z.array(FailedFile).meta({ description: 'Files that could not be validated.' }),
};

export const AnsweredFiles = Batch.extend(validated).meta({
  id: 'AnsweredFiles',
  description:
    'The completed batch of a `POST /api/validate` call, with the results that the call would have returned.',
});

export const AnsweredFile = FileResult.extend({ id: z.string(), status: z.literal('completed') }).meta({
  id: 'AnsweredFile',
  description: 'The completed batch of a `POST /api/validate-file` call: the result that the call would have returned.',
});

const PlacedResult = FileResult.extend({
  position: z.int().meta({ description: 'Position of the file in the order of submission, from 0.' }),
  duplicate_of: z
    .object({ position: z.int(), filename: z.string() })
    .optional()
    .meta({
      description:
        'The first file of the batch with the same invoice: the same file (equal `sha256`), or a document of the same ' +
        'kind with the same number (BT-1) and seller name (BT-27). Absent for the first file, and while the first file ' +
        'has no result.',
    }),
}).meta({ id: 'PlacedResult', description: 'The result of a file, with the position of the file in the submission.' });

export const BatchResults = z
  .object({
    ...validated,
    results: z.array(PlacedResult),
    skipped: z.array(z.string()).meta({
      description: 'Names of archive members that are neither XML nor PDF, at most the first 1,000.',
    }),
    skipped_files: z
      .array(z.object({ filename: z.string(), code: z.literal(NOT_AN_INVOICE.code), detail: Text }))
      .meta({ description: 'The files listed in `skipped`, with the reason.' }),
    next_cursor: NextCursor,
  })
  .meta({ id: 'BatchResults' });
