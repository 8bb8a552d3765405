import type { Text } from '../../issues/index.ts';
import { businessGroups } from './business-groups.data.ts';
import { businessTerms } from './business-terms.data.ts';

/** A business term (BT) or group (BG) of EN 16931. */
export type BusinessTerm = {
  readonly id: string;
  readonly name: Text;
  /** Path in UBL below the document element; lines are `cac:InvoiceLine`. */
  readonly path: string;
};

const all: readonly BusinessTerm[] = [...businessTerms, ...businessGroups].map(([id, sk, en, path]) => ({
  id,
  name: { sk, en },
  path: path.replace(/^line\b/, 'cac:InvoiceLine'),
}));

const byId: ReadonlyMap<string, BusinessTerm> = new Map(all.map((term) => [term.id, term]));

export const listTerms = (): readonly BusinessTerm[] => all;

/** The term with the id (`BT-106`), or undefined. */
export const findTerm = (id: string): BusinessTerm | undefined => byId.get(id);

/** The steps of a path, without predicates. */
const stepsOf = (path: string): string[] => path.replaceAll(/\[[^[\]]*\]/g, '').split('/');

const steps: ReadonlyMap<BusinessTerm, string[]> = new Map(all.map((term) => [term, stepsOf(term.path)]));

/** Whether a path is marked as that of an allowance (`false`) or of a charge (`true`); null without a mark. */
const indicatorIn = (path: string): string | null => /\[cbc:ChargeIndicator="(true|false)"\]/.exec(path)?.[1] ?? null;

const indicators: ReadonlyMap<BusinessTerm, string | null> = new Map(all.map((term) => [term, indicatorIn(term.path)]));

/** If several terms have the same path, the first one is used. */
const byPath: ReadonlyMap<string, BusinessTerm> = new Map(
  [...steps].reverse().map(([term, parts]) => [parts.join('/'), term]),
);

/** Element names that differ between invoices and credit notes. */
const TWINS: readonly (readonly [creditNote: string, invoice: string])[] = [
  ['cac:CreditNoteLine', 'cac:InvoiceLine'],
  ['cbc:CreditedQuantity', 'cbc:InvoicedQuantity'],
  ['cbc:CreditNoteTypeCode', 'cbc:InvoiceTypeCode'],
];

/**
 * The terms at a location of an invoice and the enclosing group: those whose path is the longest prefix of the
 * location.
 *
 * Allowances and charges share their elements: the location of a charge has the terms of both, unless its step is
 * marked as in the table of terms (`cac:AllowanceCharge[cbc:ChargeIndicator="true"]`).
 *
 * @param location a path starting at an envelope, at the document element or below it; other predicates are ignored
 */
export function termsAt(location: string): BusinessTerm[] {
  const plain = TWINS.reduce((path, [from, to]) => path.replaceAll(from, to), location);
  const inputSteps = stepsOf(
    plain.replace(/^\/+/, '').replace(/^(?:.*?\/)??(\w+:)?(Invoice|CreditNote)(\[\d+\])?(\/|$)/, ''),
  );
  const indicator = indicatorIn(location);
  let longest = 0;
  let found: BusinessTerm[] = [];
  for (const [term, path] of steps) {
    if (path.length < longest || path.length > inputSteps.length) continue;
    if (path.some((step, index) => step !== inputSteps[index])) continue;
    const own = indicators.get(term) ?? null;
    if (indicator !== null && own !== null && own !== indicator) continue;
    if (path.length > longest) found = [];
    longest = path.length;
    found.push(term);
  }
  return found;
}

/**
 * The term with this path: the full path, or an ending that is unique to one term.
 *
 * @param path below the document element, lines as `cac:InvoiceLine`, without predicates
 */
export function termOf(path: string): BusinessTerm | undefined {
  const exact = byPath.get(path);
  if (exact !== undefined) return exact;
  const ending = [...byPath].filter(([own]) => own.endsWith(`/${path}`));
  return ending.length === 1 ? ending[0]![1] : undefined;
}
