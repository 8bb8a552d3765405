import type { Text } from '@e-invoice/validator/issues';
import { text } from '../../../locales/index.ts';
import { describeVerification, type Verification } from './describe-verification.ts';
import { readVatNumber } from './number.ts';
import { SourceFault } from './source.ts';
import { SourceUnavailable, type VerifyVat } from './verify.ts';

/** Outcome of a background verification: a verdict, a permanent rejection, or a retry. */
type QueuedOutcome =
  | { readonly as: 'valid' | 'invalid'; readonly result: Verification }
  | { readonly as: 'failed'; readonly error: { readonly code: string; readonly detail: Text } }
  | {
      readonly as: 'later';
      readonly seconds: number;
      readonly error: { readonly code: string; readonly detail: Text };
    };

/** Longer than for interactive requests, because no caller waits. */
const TIME_LIMIT_MS = 12_000;

/** Verifies a number in the background. Failures of the source are returned, not thrown. */
export async function verifyQueued(
  vat: VerifyVat,
  input: string,
  { requester, maxAge }: { readonly requester: string | null; readonly maxAge: number | null },
): Promise<QueuedOutcome> {
  const read = readVatNumber(input);
  if (!read.ok) return { as: 'failed', error: { code: 'vat_malformed', detail: read.detail } };
  const asker = requester === null ? null : readVatNumber(requester);
  const query = { number: read.number, requester: asker?.ok ? asker.number : null, trader: null };
  try {
    const verified = await vat.verify(query, { ...(maxAge !== null && { maxAge }), timeLimit: TIME_LIMIT_MS });
    // A stale answer is only for callers that cannot wait.
    if (verified.stale) return later(read.number.country, 60);
    const result = describeVerification(read.number, verified);
    return { as: result.status, result };
  } catch (error) {
    if (error instanceof SourceUnavailable) return later(error.country, error.retryAfterSeconds);
    if (error instanceof SourceFault) return { as: 'failed', error: refusalOf(error, read.number.country) };
    throw error;
  }
}

const later = (country: string, seconds: number): QueuedOutcome => ({
  as: 'later',
  seconds,
  error: {
    code: 'vat_source_unavailable',
    detail: text('vat.register-silent', { country }),
  },
});

function refusalOf({ kind }: SourceFault, country: string): { code: string; detail: Text } {
  if (kind === 'number_blocked') {
    const sk = `Členský štát ${country} zablokoval overovanie tohto čísla.`;
    return {
      code: 'vat_number_blocked',
      detail: { sk, en: `The member state ${country} has blocked the verification of this number.` },
    };
  }
  if (kind === 'requester') {
    const sk = 'Zdroj neprijal IČ DPH žiadateľa.';
    return {
      code: 'vat_requester_invalid',
      detail: { sk, en: 'The source does not accept the requester’s VAT number.' },
    };
  }
  const sk = `Register štátu ${country} toto číslo odmietol ako chybne utvorené.`;
  return { code: 'vat_malformed', detail: { sk, en: `The register of ${country} rejected this number as malformed.` } };
}
