/** The business terms of EN 16931 by their UBL paths; `line` is a line of either document. */
import { locationOf, NodeKind, type XmlElement, type XmlNode } from '@e-invoice/schematron/xml';
import { findTerm, listTerms } from '../../catalog/index.ts';
import type { Text } from '../../issues/index.ts';
import { attributeOf, enclosing, isCharge, isNamed, textAt } from '../ubl-elements.ts';

/** `path`: the step of a charge is marked (`CHARGE`), because allowances have the same elements. */
export type Term = { readonly id: string; readonly path: string; readonly name: Text };

/** Marks the step `cac:AllowanceCharge` of a charge. */
const CHARGE = '[cbc:ChargeIndicator="true"]';

/** Alternative elements for a term or group. */
const OTHER_PLACES: readonly (readonly [id: string, path: string])[] = [
  ['BT-3', 'cbc:CreditNoteTypeCode'],
  ['BT-9', 'cac:PaymentMeans/cbc:PaymentDueDate'],
  ['BG-4', 'cac:AccountingSupplierParty/cac:Party'],
  ['BG-7', 'cac:AccountingCustomerParty/cac:Party'],
  ['BG-23', 'cac:TaxTotal'],
  ['BT-129', 'line/cbc:CreditedQuantity'],
  ['BT-148', `line/cac:Price/cac:AllowanceCharge${CHARGE}/cbc:BaseAmount`],
];

/** Marks the VAT total in the accounting currency (BT-111), which has the element of the VAT total (BT-110). */
const ACCOUNTING = '[accounting]';

/** A path without predicates, except for the mark of a charge. */
const plainPath = (path: string): string =>
  path
    .replaceAll(/\[[^[\]]*\]/g, (predicate) => (predicate === CHARGE ? CHARGE : ''))
    .replace(/^cac:InvoiceLine\b/, 'line');

/** A path as in XML, without a mark. */
export const withoutMark = (path: string): string => path.replace(CHARGE, '').replace(ACCOUNTING, '');

/**
 * The location of a node in which an allowance or charge is marked by its indicator, so that the terms of a charge
 * (BG-21, BG-28) differ from those of an allowance (BG-20, BG-27). The VAT total in the accounting currency (BT-111)
 * is marked too.
 */
export function termLocationOf(node: XmlNode): string {
  const location = locationOf(node);
  const owner = node.kind === NodeKind.ELEMENT ? node : 'parent' in node ? node.parent : null;
  if (!location.includes('cac:AllowanceCharge')) {
    return owner?.kind === NodeKind.ELEMENT && isInAccountingCurrency(owner)
      ? location.replace(/\/cbc:TaxAmount(?=\/@|$)/, `$&${ACCOUNTING}`)
      : location;
  }
  const group = owner?.kind === NodeKind.ELEMENT ? enclosing(owner, 'cac:AllowanceCharge') : null;
  return group === null ? location : markCharge(location, isCharge(group));
}

/** Whether an element is a VAT total of the document in the accounting currency (BT-6). */
function isInAccountingCurrency(element: XmlElement): boolean {
  const { parent } = element;
  if (!isNamed(element, 'cbc:TaxAmount') || parent.kind !== NodeKind.ELEMENT || !isNamed(parent, 'cac:TaxTotal'))
    return false;
  const root = parent.parent;
  if (root.kind !== NodeKind.ELEMENT) return false;
  const [invoiced, accounting] = ['cbc:DocumentCurrencyCode', 'cbc:TaxCurrencyCode'].map((name) => textAt(root, name));
  return accounting != null && accounting !== invoiced && attributeOf(element, 'currencyID')?.trim() === accounting;
}

/** Marks the allowance or charge in a path. */
export const markCharge = (path: string, charge: boolean): string =>
  path.replace(/\bcac:AllowanceCharge(?:\[\d+\])?(?=\/|$)/, `$&[cbc:ChargeIndicator="${charge}"]`);

export const terms: readonly Term[] = [
  ...listTerms().map(({ id, name, path }) => ({
    id,
    name,
    path: id === 'BT-111' ? `${plainPath(path)}${ACCOUNTING}` : plainPath(path),
  })),
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
