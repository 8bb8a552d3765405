import type { Text } from '../../issues/index.ts';
import { businessGroups } from './business-groups.data.ts';
import { businessTerms } from './business-terms.data.ts';

/** A business term (BT) or group (BG) of EN 16931. */
export type BusinessTerm = {
  readonly id: string;
  readonly name: Text;
  /** Where UBL has it, below the document element; lines are `cac:InvoiceLine`. */
  readonly path: string;
};

const all: readonly BusinessTerm[] = [...businessTerms, ...businessGroups].map(([id, sk, en, path]) => ({
  id,
  name: { sk, en },
  path: path.replace(/^line\b/, 'cac:InvoiceLine'),
}));

const byId: ReadonlyMap<string, BusinessTerm> = new Map(all.map((term) => [term.id, term]));

/** Every term and group. */
export const listTerms = (): readonly BusinessTerm[] => all;

/** The term with the id (`BT-106`), or undefined. */
export const findTerm = (id: string): BusinessTerm | undefined => byId.get(id);

/** The path without predicates, as a list of steps. */
const stepsOf = (path: string): string[] => path.replaceAll(/\[[^[\]]*\]/g, '').split('/');

const steps: ReadonlyMap<BusinessTerm, string[]> = new Map(all.map((term) => [term, stepsOf(term.path)]));

/** Where several terms have one place, the first of them. */
const byPath: ReadonlyMap<string, BusinessTerm> = new Map(
  [...steps].reverse().map(([term, parts]) => [parts.join('/'), term]),
);

/** Paths differ between invoices and credit notes in these names alone. */
const TWINS: readonly (readonly [creditNote: string, invoice: string])[] = [
  ['cac:CreditNoteLine', 'cac:InvoiceLine'],
  ['cbc:CreditedQuantity', 'cbc:InvoicedQuantity'],
  ['cbc:CreditNoteTypeCode', 'cbc:InvoiceTypeCode'],
];

/**
 * The terms at a place of an invoice, and the group around it: those whose path is the longest beginning of the given
 * one.
 *
 * @param location a path from an envelope, from the document element or below it; positional predicates don't matter
 */
export function termsAt(location: string): BusinessTerm[] {
  const plain = TWINS.reduce((path, [from, to]) => path.replaceAll(from, to), location);
  const given = stepsOf(
    plain.replace(/^\/+/, '').replace(/^(?:.*?\/)??(\w+:)?(Invoice|CreditNote)(\[\d+\])?(\/|$)/, ''),
  );
  let longest = 0;
  let found: BusinessTerm[] = [];
  for (const [term, path] of steps) {
    if (path.length < longest || path.length > given.length) continue;
    if (path.some((step, index) => step !== given[index])) continue;
    if (path.length > longest) found = [];
    longest = path.length;
    found.push(term);
  }
  return found;
}

/**
 * The term whose own place this is: the path in full, or the end of one term's path alone.
 *
 * @param path below the document element, lines as `cac:InvoiceLine`, without predicates
 */
export function termOf(path: string): BusinessTerm | undefined {
  const exact = byPath.get(path);
  if (exact !== undefined) return exact;
  const ending = [...byPath].filter(([own]) => own.endsWith(`/${path}`));
  return ending.length === 1 ? ending[0]![1] : undefined;
}
