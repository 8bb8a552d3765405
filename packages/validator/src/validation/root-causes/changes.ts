import { parseDecimal } from '@e-invoice/schematron/decimal';
import { CHANGES, type Change, type PatchEdit } from '../../issues/index.ts';
import { isSameUnit } from '../suggestions/index.ts';
import { withoutPositions } from './paths.ts';

/**
 * The subject of an edit by its path; the first match wins. Paths have no positions; an attribute is a separate step.
 */
const PLACES: readonly (readonly [RegExp, Change])[] = [
  [/\/cbc:(CustomizationID|ProfileID|InvoiceTypeCode|CreditNoteTypeCode)$/, 'specification'],
  [/\/cbc:DocumentCurrencyCode$/, 'amount_due'],
  [
    /\/cac:LegalMonetaryTotal(?:\/cbc:(?:PayableAmount|TaxInclusiveAmount|PrepaidAmount|PayableRoundingAmount)\b|$)/,
    'amount_due',
  ],
  [/\/cac:LegalMonetaryTotal\//, 'line'],
  [
    /\/cac:(TaxTotal|TaxCategory|ClassifiedTaxCategory)\b|\/cbc:(TaxCurrencyCode|TaxPointDate)$|\/cac:InvoicePeriod\//,
    'tax',
  ],
  [/\/cac:\w*Party\b|\/cac:\w*(Account|Mandate)\b/, 'party'],
  [/\/cac:(AllowanceCharge|Price)\b|\/cbc:\w*(Amount|Quantity)\b|\/cac:(Invoice|CreditNote)Line$/, 'line'],
  // The same places in CII.
  [
    /\/ram:(?:Guideline|BusinessProcess)SpecifiedDocumentContextParameter\b|\/rsm:ExchangedDocument\/ram:TypeCode$/,
    'specification',
  ],
  [/\/ram:InvoiceCurrencyCode$/, 'amount_due'],
  [
    /\/ram:SpecifiedTradeSettlementHeaderMonetarySummation(?:\/ram:(?:DuePayableAmount|GrandTotalAmount|TotalPrepaidAmount|RoundingAmount)\b|$)/,
    'amount_due',
  ],
  [
    /\/ram:(?:TaxTotalAmount|ApplicableTradeTax|CategoryTradeTax|BillingSpecifiedPeriod)\b|\/ram:TaxCurrencyCode$/,
    'tax',
  ],
  [/\/ram:\w*TradeParty\b|\/ram:\w*FinancialAccount\b|\/ram:(?:DirectDebitMandateID|CreditorReferenceID)$/, 'party'],
  [/\/ram:\w*(?:AllowanceCharge|TradePrice|Amount|Quantity|Percent)\b|\/ram:IncludedSupplyChainTradeLineItem$/, 'line'],
];

/**
 * What edits change, the most important first (`CHANGES`). `none` only when the meaning stays: a number in another
 * notation, the case of a code, white space, order or names of elements, a currency added to amounts.
 */
export function changesOf(edits: readonly PatchEdit[]): readonly Change[] {
  const isExchanged = findExchanged(edits);
  const renamed = renamedAttributes(edits);
  const isRenamed = (edit: PatchEdit): boolean => renamed.some(({ from, to }) => edit === from || edit === to);
  const found = new Set(
    edits.filter((edit) => !isRenamed(edit)).map((edit) => (isExchanged(edit) ? placeOf(edit.xpath) : changeOf(edit))),
  );
  const changes = CHANGES.filter((change) => change !== 'none' && found.has(change));
  return changes.length === 0 ? ['none'] : changes;
}

/** Finds attributes that are renamed on one element with the same value: a removal followed by an insertion. */
export function renamedAttributes<E extends PatchEdit>(edits: readonly E[]): { readonly from: E; readonly to: E }[] {
  return edits.flatMap((from, index) => {
    const to = edits[index + 1];
    const isRename =
      to !== undefined &&
      from.op === 'remove' &&
      to.op === 'insert' &&
      from.before?.trim() === to.after &&
      ELEMENT_OF.exec(from.xpath)?.[1] !== undefined &&
      ELEMENT_OF.exec(from.xpath)?.[1] === ELEMENT_OF.exec(to.xpath)?.[1];
    return isRename ? [{ from, to }] : [];
  });
}

const ELEMENT_OF = /^(.*)\/@[^/]*$/;

/** Finds pairs of elements that exchange their names; this changes the meaning of both values. */
function findExchanged(edits: readonly PatchEdit[]): (edit: PatchEdit) => boolean {
  const named = edits.filter(({ before }) => before?.startsWith('<') === true);
  const pairs = new Set(named.map(({ before, after }) => JSON.stringify([before, after])));
  return ({ before, after }) => before?.startsWith('<') === true && pairs.has(JSON.stringify([after, before]));
}

function placeOf(xpath: string): Change {
  const place = withoutPositions(xpath);
  return PLACES.find(([path]) => path.test(place))?.[1] ?? 'none';
}

function changeOf({ op, xpath, before, after }: PatchEdit): Change {
  if (op === 'move' || xpath.includes('namespace::')) return 'none';
  const place = withoutPositions(xpath);
  const change = placeOf(xpath);
  if (change === 'specification') return change;
  if (op === 'insert') return place.endsWith('/@currencyID') ? 'none' : change;
  if (op === 'remove') return isEmptyXml(before ?? '') || isForeign(place) ? 'none' : change;
  // A unit code in another case is another unit, except for words that mean the same.
  if (place.endsWith('/@unitCode') && before?.trim() !== after)
    return isSameUnit(before ?? '', after ?? '') ? 'none' : change;
  return isSameWritten(before ?? '', after ?? '') ? 'none' : change;
}

const isSameWritten = (before: string, after: string): boolean =>
  (before.startsWith('<') && after.startsWith('<')) ||
  before.trim().toLowerCase() === after.trim().toLowerCase() ||
  isSameNumber(before, after);

/** The same digits with a decimal point instead of a comma, and without thousands separators and currency. */
function isSameNumber(before: string, after: string): boolean {
  const right = parseDecimal(after);
  if (right === null) return false;
  // A lookalike letter replaces a digit, so removing it would change the number.
  if (/[\d.,][OolI|SBZ]|[OolI|SBZ][\d.,]/.test(before)) return false;
  const plain = signFirst(before)
    .replaceAll(/[^\d.,+-]/g, '')
    .replace(/[.,]{2}/, '.');
  const whole = plain.replaceAll(/[.,]/g, '');
  // A single separator is the decimal one; several of the same kind separate thousands.
  if (/([.,])\d*\1/.test(plain) && !(plain.includes('.') && plain.includes(',')))
    return parseDecimal(whole)?.compare(right) === 0;
  const at = Math.max(plain.lastIndexOf(','), plain.lastIndexOf('.'));
  const written = at === -1 ? plain : `${plain.slice(0, at).replaceAll(/[.,]/g, '')}.${plain.slice(at + 1)}`;
  return parseDecimal(written)?.compare(right) === 0;
}

/** Converts a trailing or typographic minus, or accounting brackets, to a leading minus. */
const signFirst = (text: string): string =>
  text
    .trim()
    .replace(/^\u2212|^\((?=.*\)$)/, '-')
    .replace(/^(\d.*\d) ?[-\u2212]$/, '-$1');

/** Elements without text content. */
const isEmptyXml = (xml: string): boolean => xml.startsWith('<') && xml.replaceAll(/<[^<>]*>/g, '').trim() === '';

/** Attributes without meaning in EN 16931 may be removed. */
const isForeign = (place: string): boolean => /\/@(?!currencyID|unitCode|schemeID)\w+$/.test(place);
