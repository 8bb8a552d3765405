import { z } from 'zod';
import type { HttpClient } from '../../../platform/index.ts';
import {
  type Channel,
  type Match,
  type SourceAnswer,
  SourceFault,
  type TraderMatch,
  type VatQuery,
} from '../source.ts';
import { disclosed, faultOfCode, faultOfExchange } from './codes.ts';

const text = z.string().nullish();

const Verdict = z.object({
  countryCode: z.string(),
  vatNumber: z.string(),
  requestDate: text,
  valid: z.boolean(),
  /** `VALID` and `INVALID` are verdicts; any other value is no verdict, regardless of `valid`. */
  userError: text,
  requestIdentifier: text,
  name: text,
  address: text,
  traderNameMatch: text,
  traderStreetMatch: text,
  traderPostalCodeMatch: text,
  traderCityMatch: text,
  traderCompanyTypeMatch: text,
});
const Refusal = z.object({
  actionSucceed: z.literal(false).optional(),
  errorWrappers: z.array(z.object({ error: z.string() })).min(1),
});

const VERDICTS: ReadonlySet<string> = new Set(['VALID', 'INVALID']);

/**
 * A response has some hundred bytes. Anything near this limit is another page, and even that is parsed in a
 * millisecond.
 */
const MAX_BYTES = 64 * 1024;

/**
 * VIES over REST: `POST {url}/check-vat-number`.
 *
 * @param url base URL without a trailing slash
 */
export function makeViesRest({
  http,
  url,
  source = 'VIES',
}: {
  http: HttpClient;
  url: string;
  source?: string;
}): Channel {
  return {
    source,
    name: 'rest',
    ask: async (query, { timeLimit, signal }) => {
      const answer = await http
        .request({
          url: `${url}/check-vat-number`,
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify(toBody(query)),
          timeLimit,
          maxBytes: MAX_BYTES,
          ...(signal !== undefined && { signal }),
        })
        .catch((error: unknown) => {
          throw faultOfExchange(error);
        });
      return readAnswer(answer.status, answer.body.toString('utf8'), query);
    },
  };
}

/** All fields on the top level: VIES ignores a nested trader. */
function toBody({ number, requester, trader }: VatQuery): Record<string, string> {
  const fields = {
    countryCode: number.country,
    vatNumber: number.number,
    requesterMemberStateCode: requester?.country,
    requesterNumber: requester?.number,
    traderName: trader?.name,
    traderStreet: trader?.street,
    traderPostalCode: trader?.postalCode,
    traderCity: trader?.city,
    traderCompanyType: trader?.companyType,
  };
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  );
}

function readAnswer(status: number, body: string, query: VatQuery): SourceAnswer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch (cause) {
    throw failed(status, cause);
  }
  // VIES reports most errors with status 200.
  const refusal = Refusal.safeParse(parsed);
  if (refusal.success) throw faultOfCode(refusal.data.errorWrappers[0]!.error);
  const verdict = Verdict.safeParse(parsed);
  if (status !== 200 || !verdict.success) throw failed(status, verdict.error);
  const { data } = verdict;
  if (data.userError && !VERDICTS.has(data.userError)) throw faultOfCode(data.userError);
  // An answer for another number would be a wrong verdict.
  if (data.countryCode !== query.number.country || data.vatNumber.replace(/\s/g, '') !== query.number.number) {
    throw new SourceFault('protocol', null);
  }
  return {
    valid: data.valid,
    name: disclosed(data.name),
    address: disclosed(data.address),
    requestDate: data.requestDate ?? null,
    consultationNumber: disclosed(data.requestIdentifier),
    traderMatch: query.trader === null ? null : toMatches(data),
  };
}

const failed = (status: number, cause: unknown): SourceFault =>
  new SourceFault(
    status === 429 ? 'service_busy' : status >= 500 ? 'service_down' : 'protocol',
    `HTTP ${status}`,
    cause,
  );

/** Maps the comparison result of VIES; any other value means no comparison. */
export const toMatch = (word: string | null | undefined): Match =>
  /^(VALID|1)$/.test(word ?? '') ? 'valid' : /^(INVALID|2)$/.test(word ?? '') ? 'invalid' : 'not_processed';

function toMatches(data: z.output<typeof Verdict>): TraderMatch {
  return {
    name: toMatch(data.traderNameMatch),
    street: toMatch(data.traderStreetMatch),
    postalCode: toMatch(data.traderPostalCodeMatch),
    city: toMatch(data.traderCityMatch),
    companyType: toMatch(data.traderCompanyTypeMatch),
  };
}
