/** The business terms of EN 16931 by where they stand in UBL, `line` for a line of either document. */
import { findTerm, listTerms } from '../../catalog/index.ts';
import type { Text } from '../../issues/index.ts';

export type Term = { readonly id: string; readonly path: string; readonly name: Text };

/** Elements that stand for a term or group without being its own place. */
const OTHER_PLACES: readonly (readonly [id: string, path: string])[] = [
  ['BT-3', 'cbc:CreditNoteTypeCode'],
  ['BT-9', 'cac:PaymentMeans/cbc:PaymentDueDate'],
  ['BG-4', 'cac:AccountingSupplierParty/cac:Party'],
  ['BG-7', 'cac:AccountingCustomerParty/cac:Party'],
  ['BG-23', 'cac:TaxTotal'],
  ['BT-129', 'line/cbc:CreditedQuantity'],
];

const plainPath = (path: string): string => path.replaceAll(/\[[^[\]]*\]/g, '').replace(/^cac:InvoiceLine\b/, 'line');

export const terms: readonly Term[] = [
  ...listTerms().map(({ id, name, path }) => ({ id, name, path: plainPath(path) })),
  ...OTHER_PLACES.map(([id, path]) => ({ id, path, name: termName(id) })),
];

const byPath = new Map<string, Term>();
// The code of the subject (BT-21) is a part of the note's own text.
for (const term of terms) if (!byPath.has(term.path) && term.id !== 'BT-21') byPath.set(term.path, term);

/** What people call a term; its id where it is none of the norm's. */
export function termName(id: string): Text {
  return findTerm(id)?.name ?? { sk: id, en: id };
}

/** The term that stands at a path from the document element. */
export const termAt = (path: string): Term | null => byPath.get(path) ?? null;
