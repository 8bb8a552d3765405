import { parseDecimal } from '@e-invoice/schematron/decimal';
import type { XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { attributeOf, childrenOf, elementAt, enclosing, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { describeHolder } from '../describe-holder.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { detectBreakdown } from './breakdown.ts';
import { detectRows } from './breakdown-rows.ts';
import { detectGrossTax } from './gross-tax.ts';
import { detectLineRates } from './line-rates.ts';
import { detectNonPayer } from './non-payer.ts';
import { categoryOfReason, detectReasonCategory } from './reason-category.ts';
import { detectTaxOfGross } from './tax-of-gross.ts';
import { detectTaxRates } from './tax-rates.ts';
import { setCategory } from './vat-categories.ts';
import { claimAs, REASONS, rulesOf, wordsFor } from './vat-rules.ts';

/** Detects inconsistent categories, rates, exemption reasons and tax numbers. */
export function detectVat(found: Case): Mistake[] {
  if (found.root === null) return [];
  return [
    ...detectOutsideScope(found),
    ...detectTaxCurrency(found),
    ...detectNonPayer(found),
    ...detectReasonCategory(found),
    ...detectReasons(found),
    ...detectLineRates(found),
    ...detectRows(found),
    ...detectTaxOfGross(found),
    ...detectTaxRates(found),
    ...detectRates(found),
    ...detectNumbers(found),
    ...detectGrossTax(found),
    ...detectBreakdown(found),
  ];
}

const MIXED = ['BR-O-11', 'BR-O-12', 'BR-O-13', 'BR-O-14'];
const NUMBERS = ['BR-O-02', 'BR-O-03', 'BR-O-04'];

/** Category O excludes VAT numbers and other categories. */
function detectOutsideScope(found: Case): Mistake[] {
  return [
    // If the rest of the invoice has VAT, category O is the mistake, not its missing reason.
    ...(found.openOf(...MIXED).length > 0
      ? claimAs(found, 'not-subject-mixed', [...MIXED, ...NUMBERS, 'BR-O-10'])
      : []),
    ...(found.openOf(...NUMBERS).length > 0
      ? claimAs(found, 'not-subject-with-vat-number', [...NUMBERS, 'BR-O-10'])
      : []),
    ...claimAs(found, 'split-payment', ['BR-B-01', 'BR-B-02']),
  ];
}

/** Detects mistakes in the VAT total in accounting currency (BT-6, BT-111). */
function detectTaxCurrency(found: Case): Mistake[] {
  const same = found.claim(found.openOf('PEPPOL-EN16931-R005'));
  const mistakes: Mistake[] = [];
  if (same.length > 0) {
    const element = childrenOf(found.root!, 'cbc:TaxCurrencyCode')[0];
    const other = otherCurrency(found.root!);
    // The VAT total of a superfluous accounting currency repeats the one of the invoice.
    const repeated = other === null ? bareTotals(found.root!) : [];
    if (repeated.length > 0)
      same.push(...found.claim(found.openOf('BR-CO-15', 'BR-CO-16', 'PEPPOL-EN16931-R053', 'PEPPOL-EN16931-R054')));
    const correct = (): Correction | null =>
      element === undefined
        ? null
        : toCorrection([
            other === null ? found.editor().remove(element) : found.editor().replaceText(element, other),
            ...repeated.map((total) => found.editor().remove(total)),
          ]);
    // The currency of the other VAT total is the accounting currency.
    if (other !== null)
      same.push(...found.claim(found.openOf('SK-R-055', ...[4, 5].map((end) => `PEPPOL-EN16931-R05${end}`))));
    const values: Record<string, string> = other === null ? {} : { expected: other };
    mistakes.push({
      id: other === null ? 'tax-currency-same' : 'tax-currency-mistaken',
      issues: same,
      confidence: 0.95,
      values,
      corrections: [correct],
    });
  }
  const rules = ['SK-R-055', 'SK-R-056', 'BR-53', 'PEPPOL-EN16931-R054', 'PEPPOL-EN16931-R055'];
  const advice = adviceOnTaxCurrency(textAt(found.root!, 'cbc:TaxCurrencyCode'));
  return [...mistakes, ...claimAs(found, 'vat-in-euro-missing', rules, { values: { advice } })];
}

/** What an invoice lacks besides its stated accounting currency (BT-6), if any. */
const adviceOnTaxCurrency = (stated: string | null): Text =>
  stated === null
    ? {
        sk: 'Doplňte do cbc:TaxCurrencyCode menu účtovania (pri slovenskej DPH EUR) a druhý cac:TaxTotal s daňou prepočítanou na túto menu.',
        en: 'Add the accounting currency in cbc:TaxCurrencyCode (EUR for Slovak VAT) and a second cac:TaxTotal with the VAT converted to it.',
      }
    : {
        sk: `Doplňte druhý cac:TaxTotal s daňou prepočítanou na menu účtovania (${stated}); pri slovenskej DPH je to EUR.`,
        en: `Add a second cac:TaxTotal with the VAT converted to the accounting currency (${stated}); for Slovak VAT this is EUR.`,
      };

/** The VAT totals without a breakdown, if another one has the breakdown. */
function bareTotals(root: XmlElement): XmlElement[] {
  const totals = childrenOf(root, 'cac:TaxTotal');
  const bare = totals.filter((total) => elementAt(total, 'cac:TaxSubtotal') === null);
  return bare.length < totals.length ? bare : [];
}

/** The only currency of VAT totals other than the invoice currency. */
function otherCurrency(root: XmlElement): string | null {
  const currency = textAt(root, 'cbc:DocumentCurrencyCode');
  const others = childrenOf(root, 'cac:TaxTotal')
    .map((total) => elementAt(total, 'cbc:TaxAmount'))
    .map((amount) => (amount === null ? null : attributeOf(amount, 'currencyID')))
    .filter((it) => it !== null && it !== currency);
  return others.length === 1 ? others[0]! : null;
}

/** Examples of the reason in words, by category. The words of one category are false on an invoice of another. */
const LEGAL_WORDS: ReadonlyMap<string, Text> = new Map([
  ['AE', { sk: 'prenesenie daňovej povinnosti', en: 'reverse charge' }],
  ['K', { sk: 'dodanie tovaru je oslobodené od dane podľa § 43', en: 'intra-Community supply, exempt under § 43' }],
  ['G', { sk: 'vývoz tovaru je oslobodený od dane podľa § 47', en: 'export of goods, exempt under § 47' }],
  ['E', { sk: 'dodanie je oslobodené od dane podľa § 32', en: 'supply exempt under § 32' }],
  // Both kinds of seller use category O, and it excludes VAT numbers. The texts add the outer quotes.
  [
    'O',
    {
      sk: 'predávajúci nie je platiteľom DPH“ alebo „plnenie nie je predmetom dane',
      en: 'the seller is not registered for VAT” or “supply outside the scope of VAT',
    },
  ],
]);

/** Detects exemption reasons (BT-120, BT-121) that are missing, not allowed, or of another category. */
function detectReasons(found: Case): Mistake[] {
  const mistakes: Mistake[] = [];
  const wanting = found.claim(found.openOf('BR-E-10', 'BR-AE-10', 'BR-IC-10', 'BR-G-10', 'BR-O-10'));
  if (wanting.length > 0) {
    const categories = categoriesAt(found, wanting);
    const codes = categories.map((category) => REASONS.get(textAt(category, 'cbc:ID') ?? ''));
    const insert = (): Correction | null =>
      codes.includes(undefined)
        ? null
        : toCorrection(
            categories.flatMap((category, index) => [
              found.editor().insert(category, { name: 'cbc:TaxExemptionReasonCode', content: codes[index]! }),
              ...wordsFor(found, category),
            ]),
          );
    const category = categories[0] === undefined ? '' : (textAt(categories[0], 'cbc:ID') ?? '');
    mistakes.push({
      id: 'exemption-reason-missing',
      issues: wanting,
      confidence: 0.95,
      values: { category, expected: codes[0] ?? '', words: LEGAL_WORDS.get(category) ?? { sk: '', en: '' } },
      corrections: [insert],
    });
  }
  const forbidding = found.claim(found.openOf('BR-S-10', 'BR-Z-10', 'BR-AF-10', 'BR-AG-10'));
  if (forbidding.length > 0) {
    const remove = (): Correction | null =>
      toCorrection(
        categoriesAt(found, forbidding).flatMap((category) =>
          [
            ...childrenOf(category, 'cbc:TaxExemptionReasonCode'),
            ...childrenOf(category, 'cbc:TaxExemptionReason'),
          ].map((reason) => found.editor().remove(reason)),
        ),
      );
    mistakes.push({ id: 'exemption-reason-forbidden', issues: forbidding, confidence: 0.85, corrections: [remove] });
  }
  const numbers = Array.from({ length: 8 }, (_, index) => `PEPPOL-EN16931-P01${String(index + 4).padStart(2, '0')}`);
  const corrections = [() => toCodesOfCategories(found)];
  const rules = [...numbers, 'SK-R-044', 'SK-R-045'];
  return [...mistakes, ...claimAs(found, 'exemption-reason-category', rules, { corrections })];
}

/**
 * Replaces codes that belong to another category than that of their row. Lines state the category as well, so it is
 * likelier right than the code; not so if the words of the row are those of another category. Unknown codes have a
 * cause of their own.
 */
function toCodesOfCategories(found: Case): Correction | null {
  if (found.issues.some(({ rule_id }) => rule_id === 'BR-CL-22')) return null;
  const wrong = childrenOf(found.root!, 'cac:TaxTotal')
    .flatMap((total) => childrenOf(total, 'cac:TaxSubtotal'))
    .flatMap((row) => childrenOf(row, 'cac:TaxCategory'))
    .flatMap((category) => {
      const id = textAt(category, 'cbc:ID') ?? '';
      const code = childrenOf(category, 'cbc:TaxExemptionReasonCode')[0];
      const right = REASONS.get(id);
      if (code === undefined || right === undefined || textOf(code) === right) return [];
      return [{ id, code, right, words: textAt(category, 'cbc:TaxExemptionReason') ?? '' }];
    });
  if (wrong.some(({ id, words }) => categoryOfReason([words]) !== undefined && categoryOfReason([words]) !== id))
    return null;
  return toCorrection(wrong.map(({ code, right }) => found.editor().replaceText(code, right)));
}

function categoriesAt(found: Case, indexes: readonly number[]): XmlElement[] {
  const categories = indexes.map((index) => {
    const element = found.elementOf(index);
    return element === null ? null : enclosing(element, 'cac:TaxCategory');
  });
  return [...new Set(categories)].filter((it) => it !== null);
}

/** Detects a rate that the category does not allow (BT-96, BT-103, BT-152), or that is not a Slovak rate (BT-119). */
function detectRates(found: Case): Mistake[] {
  const issues = found.claim(found.openOf(...rulesOf('05', '06', '07')));
  // A zero rate under category S is not a Slovak rate either, so both issues have one cause.
  if (issues.length > 0) issues.push(...found.claim(found.openOf('SK-R-041')));
  const mistakes: Mistake[] = claimAs(found, 'vat-rate-not-slovak', ['SK-R-041'], { confidence: 0.8 });
  if (issues.length === 0) return mistakes;
  const elements = issues.map((index) => found.elementOf(index)).filter((it) => it !== null);
  const correct = (): Correction | null =>
    toCorrection(
      elements.map((element) => {
        const category = textAt(element, 'cbc:ID');
        const percent = childrenOf(element, 'cbc:Percent')[0];
        if (category === 'O') return percent === undefined ? null : found.editor().remove(percent);
        if (category === 'S' || category === null) return null;
        return percent === undefined
          ? found.editor().insert(element, { name: 'cbc:Percent', content: '0' })
          : found.editor().replaceText(percent, '0');
      }),
    );
  // A rate above zero may be right and the category wrong.
  const toTaxed = (): Correction | null => {
    const taxed = elements.flatMap((element) => {
      const id = childrenOf(element, 'cbc:ID')[0];
      const isTaxed = id !== undefined && (parseDecimal(textAt(element, 'cbc:Percent') ?? '')?.units ?? 0) > 0;
      return isTaxed && textOf(id) !== 'S' ? [{ element, id }] : [];
    });
    return taxed.length < elements.length ? null : setCategory(found, taxed);
  };
  const category = elements[0] === undefined ? '' : (textAt(elements[0], 'cbc:ID') ?? '');
  const rate = elements[0] === undefined ? '' : (textAt(elements[0], 'cbc:Percent') ?? '');
  return [
    ...mistakes,
    {
      id: 'vat-rate-of-category',
      issues,
      confidence: 0.9,
      values: {
        category,
        found: rate,
        hint: category === 'S' ? TAXED : category === 'O' ? NO_RATE : UNTAXED,
        ...describeHolder(elements),
      },
      corrections: [toTaxed, correct],
    },
  ];
}

const TAXED: Text = {
  sk: 'Zdanené plnenie (S) má sadzbu vyššiu ako nula; bez dane je oslobodenie (E), prenesenie daňovej povinnosti (AE), dodanie do EÚ (K) alebo vývoz (G), vždy s dôvodom.',
  en: 'A taxed supply (S) has a rate above zero; without tax it is an exemption (E), a reverse charge (AE), a supply to the EU (K) or an export (G), always with its reason.',
};
const UNTAXED: Text = {
  sk: 'V tejto kategórii sa daň neúčtuje a sadzba je nula.',
  en: 'In this category no VAT is charged and the rate is zero.',
};
const NO_RATE: Text = { sk: 'Plnenie mimo dane (O) sadzbu nemá.', en: 'A supply not subject to VAT (O) has no rate.' };

const REVERSE: Text = { sk: 'Pri prenesení daňovej povinnosti', en: 'With reverse charge' };
const INTRA_COMMUNITY: Text = { sk: 'Pri dodaní do iného členského štátu', en: 'With an intra-Community supply' };
const EITHER: Text = {
  sk: 'Pri prenesení daňovej povinnosti a pri dodaní do iného členského štátu',
  en: 'With reverse charge and intra-Community supply',
};
const REGISTRATION: Text = {
  sk: 'pri prenesení daňovej povinnosti na kupujúceho mimo Európskej únie stačí jeho registračné číslo',
  en: 'in a reverse charge to a buyer outside the European Union its registration number is enough',
};

/** Reports categories that require tax numbers of seller or buyer. */
function detectNumbers(found: Case): Mistake[] {
  const issues = found.claim(found.openOf(...rulesOf('02', '03', '04'), 'SK-R-040', 'SK-R-049'));
  if (issues.length === 0) return [];
  const seller = elementAt(found.root!, 'cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID');
  const ofBuyer =
    seller !== null && issues.some((index) => /^(BR-(AE|IC)-|SK-R-049)/.test(found.issues[index]!.rule_id));
  if (ofBuyer) {
    const rules = issues.map((index) => found.issues[index]!.rule_id);
    const isReverse = rules.some((rule) => /^(BR-AE-|SK-R-049)/.test(rule));
    const supply = !rules.some((rule) => rule.startsWith('BR-IC-')) ? REVERSE : isReverse ? EITHER : INTRA_COMMUNITY;
    const values = { supply, ...(isReverse && { registration: REGISTRATION }) };
    return [{ id: 'buyer-vat-number-missing', issues, confidence: 0.85, values }];
  }
  const buyer = textAt(found.root!, 'cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID');
  const hasVat = childrenOf(found.root!, 'cac:AccountingSupplierParty')
    .flatMap((it) => childrenOf(it, 'cac:Party'))
    .flatMap((party) => childrenOf(party, 'cac:PartyTaxScheme'))
    .some((scheme) => textAt(scheme, 'cac:TaxScheme/cbc:ID') === 'VAT');
  // A seller that charges no tax is more likely not registered than exchanged with the buyer.
  const isUntaxed = !childrenOf(found.root!, 'cac:TaxTotal')
    .flatMap((total) => childrenOf(total, 'cac:TaxSubtotal'))
    .some((row) => textAt(row, 'cac:TaxCategory/cbc:ID') === 'S');
  const values: Record<string, string> =
    !hasVat && !isUntaxed && /^[A-Z]{2}/.test(buyer ?? '') ? { buyer: buyer! } : {};
  return [{ id: 'seller-vat-number-missing', issues, confidence: 0.85, values }];
}
