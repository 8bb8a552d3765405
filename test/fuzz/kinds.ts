import type { Base } from './bases.ts';
import type { Random } from './random.ts';
import { copy, isElement, type Sketch, walk } from './sketch.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** Element names that differ between invoices and credit notes. */
const PAIRS: readonly (readonly [invoice: string, creditNote: string])[] = [
  ['InvoicedQuantity', 'CreditedQuantity'],
  ['InvoiceLine', 'CreditNoteLine'],
  ['InvoiceTypeCode', 'CreditNoteTypeCode'],
];

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);

function otherName(name: string): string | null {
  const pair = PAIRS.find((one) => one.includes(localOf(name)));
  if (pair === undefined) return null;
  const other = localOf(name) === pair[0] ? pair[1] : pair[0];
  return name.slice(0, name.length - localOf(name).length) + other;
}

/** Renames an element to its name in the other document type: one, or all with that name. */
export function swapKind(root: Sketch, random: Random): void {
  const named = walk(root).filter(({ element }) => otherName(element.name) !== null);
  if (named.length === 0) return;
  const { element, parent } = random.pick(named);
  const matching = random.chance(0.5)
    ? named.filter((one) => one.element.name === element.name)
    : [{ element, parent }];
  const name = otherName(element.name)!;
  for (const one of matching) one.element.name = name;
}

/** Converts an invoice into a credit note, or the reverse, by the document element's name only. */
export function swapRoot(root: Sketch): void {
  const local = localOf(root.name);
  if (local !== 'Invoice' && local !== 'CreditNote') return;
  const other = local === 'Invoice' ? 'CreditNote' : 'Invoice';
  root.name = root.name.slice(0, root.name.length - local.length) + other;
  for (const [name, value] of root.attributes) {
    if (value === `${UBL}${local}-2`) root.attributes.set(name, `${UBL}${other}-2`);
  }
}

/** Parts of an invoice that can be copied into an extension of another. */
const PARTS: ReadonlySet<string> = new Set([
  'AccountingSupplierParty',
  'AccountingCustomerParty',
  'TaxRepresentativeParty',
  'PaymentMeans',
  'AllowanceCharge',
  'TaxTotal',
  'LegalMonetaryTotal',
  'InvoiceLine',
  'CreditNoteLine',
]);

/** Copies parties, lines or totals of this or another invoice into an extension; such a document stays valid. */
export function extend(root: Sketch, random: Random, others: readonly Base[]): void {
  const donor = random.chance(0.3) ? root : random.pick(others)();
  const parts = donor.children.filter(isElement).filter(({ name }) => PARTS.has(localOf(name)));
  if (parts.length === 0) return;
  const whole = random.chance(0.2) ? [donor] : [random.pick(parts), random.pick(parts)];
  const content = element('ExtensionContent', [wrap(donor, whole.map(copy))]);
  const extension = element('UBLExtension', [content]);
  const list = root.children.filter(isElement).find(({ name }) => localOf(name) === 'UBLExtensions');
  if (list === undefined) root.children.unshift(element('UBLExtensions', [extension]));
  else list.children.push(extension);
}

/** Wraps the elements, with the prefixes of their original document. */
function wrap({ attributes }: Sketch, children: Sketch[]): Sketch {
  const declared = [...attributes].filter(([name]) => name.startsWith('xmlns'));
  return { name: 'other:Content', attributes: new Map([...declared, ['xmlns:other', 'urn:x']]), children };
}

const element = (local: string, children: Sketch[]): Sketch => ({
  name: `more:${local}`,
  attributes: new Map([['xmlns:more', `${UBL}CommonExtensionComponents-2`]]),
  children,
});

/** Repeats an element that determines the country of a party. */
export function repeatHome(root: Sketch, random: Random): void {
  const names = ['PartyTaxScheme', 'PostalAddress', 'Country', 'IdentificationCode', 'Party', 'CompanyID'];
  const homes = walk(root).filter(({ element: { name } }) => names.includes(localOf(name)));
  if (homes.length === 0) return;
  const { element: home, parent } = random.pick(homes);
  parent.children.splice(parent.children.indexOf(home), 0, copy(home));
}
