import type { XmlElement } from '@e-invoice/schematron/xml';
import { childrenOf, elementAt, textAt } from '../../ubl-elements.ts';
import type { Case, Mistake } from '../case.ts';
import type { CauseId } from '../cause-texts.ts';
import type { Edit } from '../patch/edit.ts';

/** The letters of the VAT categories in rule ids. */
const CATEGORIES = ['S', 'Z', 'E', 'AE', 'IC', 'G', 'O', 'AF', 'AG'];

/** The rules with these numbers, for every VAT category. */
export const rulesOf = (...numbers: readonly string[]): string[] =>
  CATEGORIES.flatMap((category) => numbers.map((number) => `BR-${category}-${number}`));

/** Exemption reason codes (BT-121) of categories with a code of their own. */
export const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AE: 'VATEX-EU-AE',
    K: 'VATEX-EU-IC',
    G: 'VATEX-EU-G',
    O: 'VATEX-EU-O',
  }),
);

/**
 * Wording that Slovak law requires for supplies without VAT, by category (222/2004 Z. z., § 74 ods. 1 písm. j) a k)).
 */
export const LEGAL_REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AE: 'prenesenie daňovej povinnosti',
    K: 'dodanie tovaru je oslobodené od dane podľa § 43 zákona o DPH',
    G: 'dodanie tovaru je oslobodené od dane podľa § 47 zákona o DPH',
  }),
);

/** Adds the wording to the code if the seller is Slovak and no wording is stated. */
export function wordsFor(found: Case, category: XmlElement, code = textAt(category, 'cbc:ID') ?? ''): (Edit | null)[] {
  const seller = elementAt(found.root!, 'cac:AccountingSupplierParty/cac:Party');
  const country = seller === null ? null : textAt(seller, 'cac:PostalAddress/cac:Country/cbc:IdentificationCode');
  const words = country === 'SK' ? LEGAL_REASONS.get(code) : undefined;
  if (words === undefined || childrenOf(category, 'cbc:TaxExemptionReason').length > 0) return [];
  return [found.editor().insert(category, { name: 'cbc:TaxExemptionReason', content: words })];
}

/** The VAT categories of lines, document level allowances and charges, and rows of the breakdown. */
export const categoriesOf = (root: XmlElement): XmlElement[] =>
  [
    ...childrenOf(root, 'line').map((line) => elementAt(line, 'cac:Item/cac:ClassifiedTaxCategory')),
    ...childrenOf(root, 'cac:AllowanceCharge').map((allowance) => elementAt(allowance, 'cac:TaxCategory')),
    ...childrenOf(root, 'cac:TaxTotal').flatMap((total) =>
      childrenOf(total, 'cac:TaxSubtotal').map((row) => elementAt(row, 'cac:TaxCategory')),
    ),
  ].filter((it) => it !== null);

/** Creates a mistake that certain rules identify without further analysis. */
export function claimAs(found: Case, id: CauseId, ruleIds: readonly string[], more: Partial<Mistake> = {}): Mistake[] {
  const issues = found.claim(found.openOf(...ruleIds));
  return issues.length === 0 ? [] : [{ id, issues, confidence: 0.85, ...more }];
}
