import { z } from 'zod';
import { ACCOUNTS_LICENCE, MATCHES } from '../index.ts';

const Match = z.enum(MATCHES);

const National = z
  .object({
    source: z.string().meta({ example: 'FS SR open data' }),
    registered: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether the number is in the list of taxable persons registered for VAT.' }),
    is_payer: z.boolean().nullable().meta({
      description:
        'Also false for § 7 and § 7a: the number is valid for cross-border trade, but its holder is not a VAT payer.',
    }),
    registration: z.string().nullable().meta({ description: 'The section of the VAT act.', example: '§4' }),
    registered_on: z.iso.date().nullable(),
    deregistration_reasons: z
      .array(z.object({ year: z.int().nullable(), published_on: z.iso.date().nullable() }))
      .nullable()
      .meta({ description: 'Published reasons for deregistration; empty when nothing is published.' }),
    deleted_since: z.iso.date().nullable().meta({ description: 'Removed from the register since this date.' }),
    account_published: z.boolean().nullable().meta({
      description: 'Whether `iban` is one of the accounts that the payer has published.',
    }),
    failures: z.record(z.string(), z.string()).meta({
      description: 'Lists that did not answer, with the reason. Their data is unknown, not negative.',
    }),
    checked_at: z.iso.datetime(),
    licence: z.string().nullable().meta({
      description:
        'Licence of the list of accounts, when it was read: only for your own checks; the data must not be sold or changed.',
      example: ACCOUNTS_LICENCE,
    }),
  })
  .meta({ id: 'VatNational' });

export const VatVerification = z
  .object({
    vat: z.string().meta({ description: 'The number that was checked: prefix and number.', example: 'SK2020317068' }),
    valid: z.boolean(),
    name: z.string().nullable().meta({ description: 'Null when the member state does not disclose it.' }),
    address: z.string().nullable(),
    source: z.string().meta({
      description:
        '`VIES`, or `VIES-SANDBOX` when no real register is called; `FS SR open data` for a Slovak number without a VIES ' +
        'verdict.',
    }),
    checked_at: z.iso.datetime(),
    country_code: z.string().meta({ description: 'EL for Greece, XI for Northern Ireland.' }),
    vat_number: z.string().meta({ description: 'Without the prefix.' }),
    status: z.enum(['valid', 'invalid']),
    format_valid: z.boolean(),
    checksum_valid: z
      .boolean()
      .nullable()
      .meta({
        description:
          'Whether the check digits are correct. This is only a hint; the source decides. Null when no public algorithm ' +
          'covers the number.',
      }),
    cached: z.boolean(),
    stale: z
      .boolean()
      .meta({ description: 'The source did not answer; this is its last known answer, at most 24 hours old.' }),
    age_seconds: z.int(),
    request_date: z
      .string()
      .nullable()
      .meta({
        description:
          'When the source answered, in UTC with milliseconds. A date without a time means the start of that day in the ' +
          'time zone of the source. Null when the source returns no time.',
        example: '2026-11-21T09:12:44.120Z',
      }),
    request_date_original: z.string().nullable().optional().meta({
      description:
        'The original text of `request_date` from the source, such as `2026-11-21+01:00`, the day in its time zone.',
      example: '2026-11-21T09:12:44.120Z',
    }),
    consultation_number: z.string().nullable().meta({ description: 'The proof of the query; only with a requester.' }),
    trader_match: z
      .object({ name: Match, street: Match, postal_code: Match, city: Match, company_type: Match })
      .nullable()
      .meta({ description: 'How the source rates the trader details from the request.' }),
    national: National.nullable()
      .optional()
      .meta({ description: 'Only with `national=true`; null when no national source is called.' }),
  })
  .meta({ id: 'VatVerification' });

const counts = {
  attempts: z.int(),
  answered: z.int(),
  mean_ms: z.int().nullable().meta({ description: 'Mean latency of the answered queries.' }),
  slowest_ms: z.int().nullable(),
  failures: z.record(z.string(), z.int()).meta({ description: 'Queries without a verdict, by reason.' }),
};

export const VatStatus = z
  .object({
    states: z.array(
      z.object({
        country_code: z.string(),
        status: z.enum(['available', 'degraded', 'unavailable', 'unknown']).meta({
          description: 'From our own queries of the last hour; `unknown`: there were no queries.',
        }),
        channels: z.array(
          z.object({
            channel: z.string(),
            ...counts,
            last_answer_at: z.iso.datetime().nullable().meta({ description: 'Within the last day.' }),
            last_failure_at: z.iso.datetime().nullable(),
            last_failure: z.string().nullable(),
            history: z.array(z.object({ hour: z.iso.datetime(), ...counts })).meta({
              description: 'The hours of the last day with at least one query, oldest first.',
            }),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'VatStatus' });
