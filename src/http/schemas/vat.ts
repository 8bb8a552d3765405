import { z } from 'zod';
import { ACCOUNTS_LICENCE, MATCHES } from '../../modules/vat/index.ts';

const Match = z.enum(MATCHES);

const National = z
  .object({
    source: z.string().meta({ example: 'FS SR open data' }),
    registered: z.boolean().nullable().meta({ description: 'In the list of those registered for VAT.' }),
    is_payer: z.boolean().nullable().meta({
      description: 'False for § 7 and § 7a too: the number is good for cross-border trade, but its holder is no payer.',
    }),
    registration: z.string().nullable().meta({ description: 'The paragraph of the VAT act.', example: '§4' }),
    registered_on: z.iso.date().nullable(),
    deregistration_reasons: z
      .array(z.object({ year: z.int().nullable(), published_on: z.iso.date().nullable() }))
      .nullable()
      .meta({ description: 'Published reasons to strike the payer off; empty: none.' }),
    deleted_since: z.iso.date().nullable().meta({ description: 'Struck off the register.' }),
    account_published: z.boolean().nullable().meta({
      description: 'Whether `iban` is among the accounts that the payer has published.',
    }),
    failures: z.record(z.string(), z.string()).meta({
      description: 'Lists that did not answer, with the reason. What they would say is unknown, not negative.',
    }),
    checked_at: z.iso.datetime(),
    licence: z.string().nullable().meta({
      description:
        'Of the list of accounts, when it was read: for a check of your own, neither to be sold nor changed.',
      example: ACCOUNTS_LICENCE,
    }),
  })
  .meta({ id: 'VatNational' });

export const VatVerification = z
  .object({
    vat: z.string().meta({ description: 'The number that was checked: prefix and number.', example: 'SK2020317068' }),
    valid: z.boolean(),
    name: z.string().nullable().meta({ description: 'Null where the state does not disclose it.' }),
    address: z.string().nullable(),
    source: z.string().meta({
      description:
        '`VIES`, or `VIES-SANDBOX` where no real register is asked; `FS SR open data` for a Slovak number on which VIES ' +
        'gave no verdict.',
    }),
    checked_at: z.iso.datetime(),
    country_code: z.string().meta({ description: 'EL for Greece, XI for Northern Ireland.' }),
    vat_number: z.string().meta({ description: 'Without the prefix.' }),
    status: z.enum(['valid', 'invalid']),
    format_valid: z.boolean(),
    checksum_valid: z.boolean().nullable().meta({
      description:
        'Whether the check digits are right: a hint, the source decides. Null where no public algorithm covers the number.',
    }),
    cached: z.boolean(),
    stale: z.boolean().meta({ description: 'The source did not answer; this is what it said last, within 24 hours.' }),
    age_seconds: z.int(),
    request_date: z
      .string()
      .nullable()
      .meta({
        description:
          'When the source answered, in UTC with milliseconds. A date without a time is the start of that day in the time ' +
          'zone of the source. Null where the source states none.',
        example: '2026-11-21T09:12:44.120Z',
      }),
    request_date_original: z.string().nullable().optional().meta({
      description:
        'The text of the source behind `request_date`, such as `2026-11-21+01:00`, the day in its time zone.',
      example: '2026-11-21T09:12:44.120Z',
    }),
    consultation_number: z.string().nullable().meta({ description: 'The proof of the query; only with a requester.' }),
    trader_match: z
      .object({ name: Match, street: Match, postal_code: Match, city: Match, company_type: Match })
      .nullable()
      .meta({ description: 'How the source compares what the caller said of the trader.' }),
    national: National.nullable()
      .optional()
      .meta({ description: 'Only with `national=true`; null where no national source is asked.' }),
  })
  .meta({ id: 'VatVerification' });

const counts = {
  attempts: z.int(),
  answered: z.int(),
  mean_ms: z.int().nullable().meta({ description: 'Of the answered ones.' }),
  slowest_ms: z.int().nullable(),
  failures: z.record(z.string(), z.int()).meta({ description: 'Exchanges without a verdict, by reason.' }),
};

export const VatStatus = z
  .object({
    states: z.array(
      z.object({
        country_code: z.string(),
        status: z.enum(['available', 'degraded', 'unavailable', 'unknown']).meta({
          description: 'Measured in the last hour of our own queries; `unknown`: there were none.',
        }),
        channels: z.array(
          z.object({
            channel: z.string(),
            ...counts,
            last_answer_at: z.iso.datetime().nullable().meta({ description: 'Within the last day.' }),
            last_failure_at: z.iso.datetime().nullable(),
            last_failure: z.string().nullable(),
            history: z.array(z.object({ hour: z.iso.datetime(), ...counts })).meta({
              description: 'The hours of the last day in which it was asked, the oldest first.',
            }),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'VatStatus' });
