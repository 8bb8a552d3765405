/**
 * VAT numbers: what one looks like, and what the sources say of it. It must never turn "unknown" into "no": a source
 * that does not answer is told as such.
 */

export { describeVerification } from './describe-verification.ts';
export { makeVat, type Vat, type VatParts } from './make-vat.ts';
export { readVatNumber, type VatNumber } from './number.ts';
export { ACCOUNTS_LICENCE } from './slovak-register/register.ts';
export { MATCHES, SourceFault, type VatQuery } from './source.ts';
export { SourceUnavailable } from './verify.ts';
export { verifyQueued } from './verify-queued.ts';
