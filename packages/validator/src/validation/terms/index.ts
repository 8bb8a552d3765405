/** The business terms of EN 16931 by their UBL paths; `line` is a line of either document. */
import { findTerm, listTerms } from '../../catalog/index.ts';
import type { Text } from '../../issues/index.ts';

export type Term = { readonly id: string; readonly path: string; readonly name: Text };

/** Alternative elements for a term or group. */
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
// The subject code (BT-21) is part of the text of the note.
for (const term of terms) if (!byPath.has(term.path) && term.id !== 'BT-21') byPath.set(term.path, term);

/** The name of a term; its id when EN 16931 does not define it. */
export function termName(id: string): Text {
  return findTerm(id)?.name ?? { sk: id, en: id };
}

/** The term at a path from the document element. */
export const termAt = (path: string): Term | null => byPath.get(path) ?? null;
