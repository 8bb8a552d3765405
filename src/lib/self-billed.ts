/** UNTDID 1001: self-billed invoice, self-billed debit note, self-billed credit note. */
const SELF_BILLED: ReadonlySet<string> = new Set(['389', '527', '261']);

/**
 * True when the buyer issues and sends the document on behalf of the seller, according to its type or the Peppol
 * self-billing specification.
 *
 * @param typeCode BT-3
 * @param specification BT-24, or BT-23 if BT-24 is missing
 */
export const isSelfBilled = (typeCode: string | null, specification: string | null): boolean =>
  SELF_BILLED.has(typeCode ?? '') || /:poacc:selfbilling:/.test(specification ?? '');
