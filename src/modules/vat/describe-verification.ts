import type { VatNumber } from './number.ts';
import { toUtcTime } from './to-utc-time.ts';
import type { Verified } from './verify.ts';

/** A verdict in its public form: service interface 2.1, contract section 7. */
export type Verification = ReturnType<typeof describeVerification>;

export function describeVerification(
  number: VatNumber,
  { answer, consultationNumber, traderMatch, cached, stale, ageSeconds }: Verified,
) {
  return {
    vat: number.vat,
    valid: answer.valid,
    name: answer.name,
    address: answer.address,
    source: answer.source,
    checked_at: answer.checked_at.toISOString(),
    country_code: number.country,
    vat_number: number.number,
    status: answer.valid ? ('valid' as const) : ('invalid' as const),
    format_valid: true,
    checksum_valid: number.checksumValid,
    cached,
    stale,
    age_seconds: ageSeconds,
    request_date: answer.request_date === null ? null : toUtcTime(answer.request_date),
    request_date_original: answer.request_date,
    consultation_number: consultationNumber,
    trader_match: traderMatch && {
      name: traderMatch.name,
      street: traderMatch.street,
      postal_code: traderMatch.postalCode,
      city: traderMatch.city,
      company_type: traderMatch.companyType,
    },
  };
}
