/** UNTDID 1001: self-billed invoice, self-billed debit note, self-billed credit note. */
const SELF_BILLED: ReadonlySet<string> = new Set(['389', '527', '261']);

/**
 * Whether the buyer issues and sends a document in the seller's name: by its type, or by the specification of Peppol
 * self-billing.
 *
 * @param typeCode BT-3
 * @param specification BT-24, or BT-23 where that is missing
 */
export const isSelfBilled = (typeCode: string | null, specification: string | null): boolean =>
  SELF_BILLED.has(typeCode ?? '') || /:poacc:selfbilling:/.test(specification ?? '');
