/**
 * VAT numbers: what one looks like, and what the sources say of it. It must never turn "unknown" into "no": a source
 * that does not answer is told as such.
 */
export { type ReadVatNumber, readVatNumber, type VatFault, type VatFaultCode, type VatNumber } from './number.ts';
