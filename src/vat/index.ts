/**
 * VAT numbers: what one looks like, and what the sources say of it. It must never turn "unknown" into "no": a source
 * that does not answer is told as such.
 */

export { ACCOUNTS_LICENCE, type NationalFacts } from './fs-sr/register.ts';
export { makeVat, type Vat, type VatParts } from './make-vat.ts';
export { type ReadVatNumber, readVatNumber, type VatFault, type VatFaultCode, type VatNumber } from './number.ts';
export { MATCHES, SourceFault, type SourceFaultKind, type Trader, type VatQuery } from './source.ts';
export type { ChannelStatus, StateStatus } from './status.ts';
export { tellVerification, type Verification } from './tell-verification.ts';
export { SourceUnavailable, type Verified, type VerifyOptions } from './verify.ts';
export { type QueuedOutcome, verifyQueued } from './verify-queued.ts';
