import { z } from 'zod';
import { type Channel, type SourceAnswer, SourceFault, type TraderMatch, type VatQuery } from '../source.ts';
import { faultOfStatus, makeViesChannel, statedFields, toMatch, type ViesParts } from './channel.ts';
import { disclosed, faultOfCode } from './codes.ts';

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
 * VIES over REST: `POST {url}/check-vat-number`.
 *
 * @param url base URL without a trailing slash
 */
export const makeViesRest = (parts: ViesParts): Channel =>
  makeViesChannel(parts, {
    name: 'rest',
    url: `${parts.url}/check-vat-number`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    toBody: (query) => JSON.stringify(toFields(query)),
    readAnswer,
  });

/** All fields on the top level: VIES ignores a nested trader. */
const toFields = ({ number, requester, trader }: VatQuery): Record<string, string> =>
  Object.fromEntries(
    statedFields({
      countryCode: number.country,
      vatNumber: number.number,
      requesterMemberStateCode: requester?.country,
      requesterNumber: requester?.number,
      traderName: trader?.name,
      traderStreet: trader?.street,
      traderPostalCode: trader?.postalCode,
      traderCity: trader?.city,
      traderCompanyType: trader?.companyType,
    }),
  );

function readAnswer(status: number, body: Buffer, query: VatQuery): SourceAnswer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw faultOfStatus(status, cause);
  }
  // VIES reports most errors with status 200.
  const refusal = Refusal.safeParse(parsed);
  if (refusal.success) throw faultOfCode(refusal.data.errorWrappers[0]!.error);
  const verdict = Verdict.safeParse(parsed);
  if (status !== 200 || !verdict.success) throw faultOfStatus(status, verdict.error);
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

function toMatches(data: z.output<typeof Verdict>): TraderMatch {
  return {
    name: toMatch(data.traderNameMatch),
    street: toMatch(data.traderStreetMatch),
    postalCode: toMatch(data.traderPostalCodeMatch),
    city: toMatch(data.traderCityMatch),
    companyType: toMatch(data.traderCompanyTypeMatch),
  };
}
