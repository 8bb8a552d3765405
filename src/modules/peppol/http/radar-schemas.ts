import { z } from 'zod';
import { NextCursor, Text } from '../../../http/index.ts';
import {
  CHANGE_FIELDS,
  type Progress,
  RADAR_STATUSES,
  type Radar as RadarRecord,
  RECHECKS,
} from '../../batches/index.ts';
import { DocumentTypeText, PeppolOutcome, PeppolReason } from './participant-schemas.ts';

const EXAMPLE_ID = 'rad_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a';

export const RadarId = z.object({ id: z.string().meta({ example: EXAMPLE_ID }) });

export const RadarRequest = z
  .strictObject({
    participants: z
      .array(z.string().max(200))
      .min(1)
      .max(10_000)
      .meta({ description: 'Scheme and identifier of each participant: `0245:2020317068`.' }),
    document_type: DocumentTypeText.optional(),
    recheck: z
      .enum(RECHECKS)
      .optional()
      .meta({ description: 'Repeat the check of all participants until the radar is stopped.' }),
  })
  .meta({ id: 'RadarRequest' });

const count = (description: string) => z.int().meta({ description });

export const Radar = z
  .object({
    id: z.string(),
    status: z.enum(RADAR_STATUSES).meta({ description: 'When the last check ran.' }),
    check: count('The number of the last check, from 1. All counts are from this check.'),
    document_type: z.string().nullable(),
    recheck: z.enum(RECHECKS).nullable(),
    total: z.int(),
    done: z.int(),
    registered: z.int(),
    not_registered: z.int(),
    document_type_not_supported: z.int(),
    unknown: count(
      'Participants without an answer after three attempts within eleven minutes. It never means that a participant is ' +
        'not registered.',
    ),
    failed: count('Texts that are not participant ids; the results contain the reasons.'),
    changed: count('Participants whose known state changed.'),
    eta_seconds: z
      .int()
      .nullable()
      .meta({ description: 'Estimated time until the check is done, at the current rate.' }),
    created_at: z.iso.datetime(),
    started_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
    next_check_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Radar' });

export const RadarEvent = z
  .object({
    id: z.string().meta({ description: 'Increases with every change.', example: '7' }),
    radar_id: z.string(),
    type: z.enum(['radar.progress', 'radar.completed', 'radar.canceled']),
    data: Radar,
  })
  .meta({ id: 'RadarEvent' });

/** Progress event of a radar; `radar.completed` at the end of each check. */
export function toRadarEvent({ sequence, record }: Progress<RadarRecord>): z.output<typeof RadarEvent> {
  const { id, status } = record;
  const type = status === 'completed' || status === 'canceled' ? (`radar.${status}` as const) : 'radar.progress';
  return { id: String(sequence), radar_id: id, type, data: record };
}

const Change = z
  .object({
    field: z.enum(CHANGE_FIELDS),
    from: z.string().nullable(),
    to: z.string().nullable(),
  })
  .meta({
    id: 'RadarChange',
    description: 'A new document type has no `from`, a removed one has no `to`. `unknown` is never a change.',
  });

const Known = z
  .object({
    outcome: PeppolOutcome,
    smp_url: z.string().nullable(),
    document_types: z.array(z.string()),
    document_types_complete: z.boolean().optional().meta({
      description: 'False: the SMP’s list could only be read in part, so document types may be missing. Absent: true.',
    }),
    endpoint: z
      .object({
        url: z.string(),
        state: z.string(),
        certificate_subject: z.string().nullable(),
        certificate_not_after: z.iso.datetime().nullable(),
      })
      .nullable()
      .meta({ description: 'For the document type of the radar, otherwise for invoices.' }),
  })
  .meta({ id: 'RadarKnown' });

export const RadarResults = z
  .object({
    results: z.array(
      z.object({
        position: z.int().meta({ description: 'Position in the order of submission, from 0.' }),
        input: z.string(),
        participant_id: z.string().nullable(),
        check: z.int().meta({ description: 'The last completed check of the participant; 0: no check has completed.' }),
        outcome: PeppolOutcome.nullable(),
        registered: z
          .boolean()
          .nullable()
          .meta({ description: 'Null when the result is unknown, or no check has completed.' }),
        reason: PeppolReason.nullable(),
        hint: Text.nullable(),
        known: Known.nullable().meta({
          description: 'The last known result; it does not change while the state is unknown.',
        }),
        changes: z.array(Change).meta({ description: 'The changes that the check found.' }),
        checked_at: z.iso.datetime().nullable(),
        error: z.object({ code: z.string(), detail: Text }).nullable(),
      }),
    ),
    next_cursor: NextCursor,
  })
  .meta({ id: 'RadarResults' });

export const RadarHistory = z
  .object({
    changes: z.array(
      z.object({
        check: z.int(),
        position: z.int(),
        participant_id: z.string(),
        changes: z.array(Change),
        at: z.iso.datetime(),
      }),
    ),
    next_cursor: NextCursor,
  })
  .meta({ id: 'RadarHistory' });
