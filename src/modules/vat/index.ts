/**
 * VAT numbers: their structure, and their verification with official sources. An unavailable source is reported as
 * such and must never become a negative answer.
 */

export { describeVerification } from './describe-verification.ts';
export { makeVat, type Vat, type VatParts } from './make-vat.ts';
export { readVatNumber, type VatNumber } from './number.ts';
export { ACCOUNTS_LICENCE } from './slovak-register/register.ts';
export { MATCHES, SourceFault, type VatQuery } from './source.ts';
export { SourceUnavailable } from './verify.ts';
export { verifyQueued } from './verify-queued.ts';
