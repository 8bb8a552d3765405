import { isIban } from '@e-invoice/validator/check-digits';
import { z } from 'zod';
import { text } from '../../../../locales/index.ts';
import {
  answer,
  jsonAnswer,
  makeFieldError,
  makeProblem,
  type Problem,
  type Route,
  route,
  wholeNumber,
} from '../../../http/index.ts';
import { firstCharacters } from '../../../lib/first-characters.ts';
import { describeVerification, readVatNumber, SourceFault, SourceUnavailable, type VatNumber } from '../index.ts';
import { VatBatch } from './vat-batch-schemas.ts';
import { VatStatus, VatVerification } from './vat-schemas.ts';

const TIME_LIMIT_SECONDS = 8;
const DAY_SECONDS = 86_400;

const seconds = (most: number) => wholeNumber(0, most).optional();
const word = z.string().min(1).max(200).optional();

const Query = z.object({
  vat: z.string().max(100).meta({ description: 'The number with the country prefix.', example: 'SK2020317068' }),
  requester: z.string().max(100).optional().meta({
    description: 'Your VAT number. The source then returns a consultation number, which proves the query.',
  }),
  max_age: seconds(DAY_SECONDS).meta({
    description:
      'Maximum age of a cached answer in seconds; 0 disables the cache. Default: 6 hours when valid, 30 minutes when ' +
      'not. With a requester or a trader the source is always queried. A newer answer received by another process of ' +
      'the service is normally used immediately, at the latest within a minute.',
  }),
  timeout: seconds(15).meta({
    description: `Timeout for the source in seconds; the default is ${TIME_LIMIT_SECONDS}.`,
  }),
  national: z.enum(['true', 'false']).optional().meta({
    description:
      'For Slovak numbers: data from the lists of the Financial Administration, when the operator has a key for them.',
  }),
  iban: z
    .string()
    .max(50)
    .optional()
    .meta({
      description:
        'With `national=true`: whether the payer has published this account. The list is queried for this call and never ' +
        'stored (CC BY-NC-ND), and only when the operator has enabled it.',
      example: 'SK3112000000198742637541',
    }),
  trader_name: word,
  trader_street: word,
  trader_postal_code: word,
  trader_city: word,
  trader_company_type: word,
});

/** GET /v1/vat/verify: service interface 4.1, contract section 7. */
export const verifyVat: Route = route({
  method: 'get',
  path: '/v1/vat/verify',
  id: 'verifyVat',
  tag: 'vat',
  summary: 'Verify a VAT number',
  description:
    'Queries VIES, or returns a cached answer. A source that does not answer never means that the number is invalid: ' +
    'the last known answer of the last 24 hours is returned with `stale: true`; without one the response is 503 and ' +
    'names the member state. Pass `requester` to get a consultation number, and the trader details to have them ' +
    'compared. For a Slovak number without a VIES verdict, a register of the Financial Administration can return the ' +
    'verdict, and `source` names it. In a sandbox without access to registers (`source` is `VIES-SANDBOX`), a number ' +
    'with correct check digits is valid. A number that ends in 999 and a code of the VIES test service, such as ' +
    '`SK1000999301`, returns the result of that code: 100 valid, 200 invalid, 201 malformed, 202 wrong requester, ' +
    '300 VIES unavailable, 301 state unavailable, 302 timeout, 400 number blocked, 401 caller blocked, 500 and 501 ' +
    'VIES too busy, 600 and 601 state too busy.',
  who: 'viewer',
  limit: 'per-key',
  product: 'vat-verification',
  query: Query,
  headers: z.object({
    Prefer: z
      .string()
      .optional()
      .meta({
        description:
          '`respond-async` (RFC 7240): when the source does not answer now, it is retried for up to 24 hours. The verdict ' +
          'is available at `Location`, and webhooks receive `vat_batch.completed`.',
        example: 'respond-async',
      }),
  }),
  answers: {
    200: jsonAnswer('The verdict.', VatVerification),
    202: jsonAnswer('No verdict yet, and retried in the background; only with `Prefer: respond-async`.', VatBatch, {
      Location: 'URL of the progress, and later of the verdict in the format of the 200 response.',
      'Preference-Applied': '`respond-async`.',
    }),
  },
  problems: ['vat_malformed', 'vat_requester_invalid', 'vat_number_blocked', 'vat_source_unavailable'],
  handle: async ({ query, headers }, { app, caller }) => {
    const number = readNumber(query.vat, 'vat');
    const requester = query.requester === undefined ? null : readNumber(query.requester, 'requester');
    const iban = query.iban === undefined ? null : readIban(query.iban);
    const trader = {
      name: query.trader_name,
      street: query.trader_street,
      postalCode: query.trader_postal_code,
      city: query.trader_city,
      companyType: query.trader_company_type,
    };
    const isCompared = Object.values(trader).some((part) => part !== undefined);
    const options = { maxAge: query.max_age, timeLimit: (query.timeout ?? TIME_LIMIT_SECONDS) * 1000 };
    try {
      const [verified, national] = await Promise.all([
        app.vat.verify({ number, requester, trader: isCompared ? trader : null }, options),
        query.national === 'true' && app.vat.national(number, iban, options.timeLimit),
      ]);
      const verification = describeVerification(number, verified);
      return national === false
        ? answer(200, verification)
        : answer(200, { ...verification, national }, { 'Cache-Control': 'no-store' });
    } catch (error) {
      if (error instanceof SourceUnavailable && /(^|[\s,;])respond-async([\s,;]|$)/i.test(headers.Prefer ?? '')) {
        const item = { input: number.vat, country: number.country };
        const batch = await app.vatBatches.receive(caller, [item], {
          requester: requester?.vat ?? null,
          maxAge: 0,
          isOne: true,
        });
        const pendingHeaders = { Location: `/v1/vat/verify/batch/${batch.id}`, 'Preference-Applied': 'respond-async' };
        return { ...answer(202, batch, pendingHeaders), isCountedLater: true as const };
      }
      throw toProblem(error, number, requester);
    }
  },
});

/** GET /v1/vat/status: measured availability by member state. */
const vatStatus = route({
  method: 'get',
  path: '/v1/vat/status',
  id: 'vatStatus',
  tag: 'vat',
  summary: 'Availability of the VAT registers',
  description:
    'Success and latency of our own queries for each state and channel: in the last hour, and hour by hour over the ' +
    'last day. Measured values, not a guarantee.',
  who: 'anyone',
  limit: 'none',
  answers: { 200: jsonAnswer('All member states and Northern Ireland.', VatStatus) },
  problems: [],
  handle: async (_, { app }) => answer(200, { states: await app.vat.status() }),
});

export const vatRoutes: readonly Route[] = [verifyVat, vatStatus];

function readNumber(text: string, parameter: string): VatNumber {
  const read = readVatNumber(text);
  if (read.ok) return read.number;
  const error = { in: 'query', pointer: `/${parameter}`, code: read.code, detail: read.detail } as const;
  throw makeProblem('vat_malformed', { vat: firstCharacters(text, 30) }, { errors: [error] });
}

function readIban(written: string): string {
  const iban = written.replace(/\s/g, '').toUpperCase();
  if (isIban(iban)) return iban;
  const form = text('vat.read-iban.form');
  throw makeProblem(
    'invalid_request',
    { count: 1 },
    { errors: [makeFieldError('query', ['iban'], 'bad_format', form)] },
  );
}

function toProblem(error: unknown, number: VatNumber, requester: VatNumber | null): Problem | unknown {
  const { vat, country } = number;
  if (error instanceof SourceUnavailable) {
    const headers = { 'Retry-After': String(error.retryAfterSeconds) };
    const members = { country_code: country };
    return makeProblem('vat_source_unavailable', { country, kind: error.kind }, { headers, members, cause: error });
  }
  if (!(error instanceof SourceFault)) return error;
  if (error.kind === 'number_blocked') return makeProblem('vat_number_blocked', { country, vat }, { cause: error });
  if (error.kind === 'requester') {
    return makeProblem('vat_requester_invalid', { requester: requester?.vat ?? '' }, { cause: error });
  }
  const detail = text('vat.to-problem.detail', { country });
  const errors = [{ in: 'query', pointer: '/vat', code: 'refused_by_source', detail } as const];
  return makeProblem('vat_malformed', { vat }, { errors, cause: error });
}
