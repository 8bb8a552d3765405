import { ZERO } from '@e-invoice/schematron/decimal';
import { isDic, isIban, isIco } from '@e-invoice/validator/check-digits';
import type { FileResult } from '@e-invoice/validator/issues';
import { isEuState, vatSchemeOf } from '@e-invoice/validator/member-states';
import { toNumber } from './amounts.ts';
import { type Check, type CheckStatus, check, compact, identifierStatus, isBroken, isSlovak } from './check.ts';
import { BUYER_IS_SELLER, COUNTRY_HINTS, NO_VAT_SCHEME, VAT_HINTS } from './checklist-texts.data.ts';
import { type DraftInvoice, isCreditNote } from './draft.ts';
import { recipientOf, written } from './parties.ts';
import { variableSymbolOf } from './to-invoice.ts';
import type { Totals } from './totals.ts';
import { chooseVatCategory } from './vat-category.ts';

export type Readiness = {
  /** True when nothing is missing or wrong, and no fatal rule is broken. */
  readonly ready: boolean;
  /** Share of the checklist that is fine, from 0 to 100; recommended items count half. */
  readonly score: number;
  readonly checklist: readonly Check[];
};

/** Whether the recipient can be reached; null when no lookup was made. */
export type Reachability = 'reachable' | 'unreachable' | 'unknown' | null;

const DAY_MS = 86_400_000;
const DAYS_TO_ISSUE = 15;
const RATES = { current: ['23', '19', '5'], former: ['20', '10', '5'], changedOn: '2025-01-01' };

/** Checklist of a draft: what must be completed before the invoice can be sent. */
export function toReadiness(
  draft: DraftInvoice,
  totals: Totals,
  validation: FileResult,
  reach: Reachability,
): Readiness {
  const unknownUnits = linesOf(validation, 'BR-CL-23');
  const checklist = [
    ...checkDocument(draft, totals, validation),
    ...checkSeller(draft, totals),
    ...checkCountry('seller_country', '/sellerAddress/countryCode', validation, 'AccountingSupplierParty'),
    ...checkMeans(draft, validation),
    ...checkBuyer(draft, totals),
    checkEndpoint(draft, validation),
    ...checkCountry('buyer_country', '/buyerAddress/countryCode', validation, 'AccountingCustomerParty'),
    ...draft.lines.flatMap((_, index) => checkLine(draft, index, unknownUnits)),
    ...(reach === null
      ? []
      : [
          check(
            'recipient',
            draft.buyerEndpoint === undefined ? '/buyerDic' : '/buyerEndpoint',
            reach === 'reachable' ? 'ok' : reach === 'unknown' ? 'recommended' : 'problem',
          ),
        ]),
    check('rules', '', validation.valid ? 'ok' : 'problem', fatalRules(validation)),
  ];
  const worth = checklist.reduce(
    (sum, { status }) => sum + (status === 'ok' ? 2 : status === 'recommended' ? 1 : 0),
    0,
  );
  return {
    ready: checklist.every(({ status }) => status === 'ok' || status === 'recommended'),
    score: Math.floor((worth * 50) / checklist.length),
    checklist,
  };
}

const fatalRules = ({ issues }: FileResult): string[] => [
  ...new Set(issues.filter(({ level }) => level === 'fatal').map(({ rule_id }) => rule_id)),
];

/** Zero-based draft lines at which a rule is broken. */
function linesOf({ issues }: FileResult, ruleId: string): ReadonlySet<number> {
  const places = issues.filter(({ rule_id }) => rule_id === ruleId).map(({ location }) => location);
  const lines = places.flatMap((location) => {
    const found = /\/cac:(?:Invoice|CreditNote)Line(?:\[(\d+)\])?/.exec(location);
    return found === null ? [] : [Number(found[1] ?? 1) - 1];
  });
  return new Set(lines);
}

/** Whether the legal form in the name is that of a company in the commercial register. */
const isCompany = (name: string): boolean =>
  /(?:s\.\s?r\.\s?o\.|\sa\.\s?s\.|\sk\.\s?s\.|v\.\s?o\.\s?s\.|j\.\s?s\.\s?a\.|akciová spoločnosť|družstvo)/i.test(name);

/** Whether the buyer is registered for VAT in a different member state than the seller. */
function isOfOtherMember({ buyerIcDph, sellerIcDph }: DraftInvoice): boolean {
  const [buyer, seller] = [compact(buyerIcDph).slice(0, 2), compact(sellerIcDph).slice(0, 2)];
  return /^[A-Z]{2}$/.test(buyer) && seller !== '' && buyer !== seller && isEuState(buyer === 'EL' ? 'GR' : buyer);
}

function checkDocument(draft: DraftInvoice, totals: Totals, validation: FileResult): Check[] {
  const { issueDate, dueDate } = draft;
  const checks = [
    check('invoice_number', '/invoiceNumber', written(draft.invoiceNumber) === null ? 'missing' : 'ok', ['BR-02']),
    check('due_date', '/dueDate', dueDate === undefined ? 'recommended' : dueDate < issueDate ? 'problem' : 'ok', [
      'BR-CO-25',
      'SK-R-071',
    ]),
    check('issue_deadline', '/deliveryDate', deadlineStatus(draft, totals), ['SK-R-072', 'SK-R-073']),
    check(
      'buyer_reference',
      '/buyerReference',
      (written(draft.buyerReference) ?? written(draft.orderReference)) ? 'ok' : 'missing',
      ['PEPPOL-EN16931-R003'],
    ),
  ];
  if (isCreditNote(draft)) {
    checks.push(
      check('preceding_invoice', '/precedingInvoice', precedingStatus(draft), ['SK-R-080', 'SK-R-082']),
      check('preceding_date', '/precedingInvoiceDate', precedingDateStatus(draft), ['SK-R-081']),
    );
  }
  // A negative amount due requires a credit note.
  if (totals.due.compare(ZERO) < 0) {
    const isPaid = totals.due.add(totals.paid).compare(ZERO) >= 0;
    const broken = BELOW_ZERO.filter((rule) => isBroken(validation, rule, ''));
    checks.push(check('payable', isPaid ? '/paidAmount' : '/kind', 'problem', broken));
  }
  if (draft.currency !== 'EUR' && isSlovak(draft.sellerAddress)) {
    checks.push(check('vat_in_euro', '/exchangeRate', totals.vatInEuro === null ? 'missing' : 'ok', ['SK-R-055']));
  }
  return checks;
}

/** Rules about a negative amount due, one per kind of document; the validation result shows which of them apply. */
const BELOW_ZERO = ['SK-R-086', 'SK-R-088', 'SK-R-089'];

/** A credit note must reference another document; `precedingDateStatus` checks that it is not a later one. */
function precedingStatus({ invoiceNumber, precedingInvoice }: DraftInvoice): CheckStatus {
  const original = written(precedingInvoice);
  if (original === null) return 'missing';
  return original === written(invoiceNumber) ? 'problem' : 'ok';
}

function precedingDateStatus({ issueDate, precedingInvoiceDate }: DraftInvoice): CheckStatus {
  if (precedingInvoiceDate === undefined) return 'recommended';
  return precedingInvoiceDate > issueDate ? 'problem' : 'ok';
}

/** Checks a party's country code: invalid, or commonly confused with another. No item when it is correct. */
function checkCountry(
  id: 'seller_country' | 'buyer_country',
  field: string,
  validation: FileResult,
  part: string,
): Check[] {
  if (isBroken(validation, 'SK-R-039', part)) {
    return [{ ...check(id, field, 'problem', ['SK-R-039']), hint: COUNTRY_HINTS.suriname }];
  }
  return isBroken(validation, 'BR-CL-14', part) ? [check(id, field, 'problem', ['BR-CL-14'])] : [];
}

/** Item for an invalid payment means code. */
const checkMeans = ({ paymentMeansCode }: DraftInvoice, validation: FileResult): Check[] =>
  paymentMeansCode !== undefined && isBroken(validation, 'BR-CL-16', 'PaymentMeans')
    ? [check('payment_means', '/paymentMeansCode', 'problem', ['BR-CL-16'])]
    : [];

/** Payment means that need no account: cash, cheque, cards, clearing (UNTDID 4461). */
const WITHOUT_ACCOUNT: ReadonlySet<string> = new Set(['10', '20', '48', '54', '55', '97']);

/**
 * § 73 of the VAT act: within 15 days of the supply; for goods to another member state and services taxed there,
 * within 15 days of the end of its month. It binds Slovak sellers for supplies that require an invoice: not exempt
 * ones (§ 72), nor those of unregistered sellers. For corrections the draft does not contain the start of the period.
 */
function deadlineStatus(
  { kind, issueDate, deliveryDate, sellerAddress, buyerAddress }: DraftInvoice,
  totals: Totals,
): CheckStatus {
  const categories = new Set(totals.rates.map(({ decision }) => decision.category));
  const isBound = ['S', 'AE', 'G', 'K'].some((category) => categories.has(category));
  if (kind === 'creditnote' || kind === 'prepayment' || !isBound || !isSlovak(sellerAddress)) return 'ok';
  if (deliveryDate === undefined) return 'recommended';
  const isAbroad = [...categories].every((each) => each === 'K' || (each === 'AE' && !isSlovak(buyerAddress)));
  const from = isAbroad ? endOfMonth(deliveryDate) : Date.parse(deliveryDate);
  return Date.parse(issueDate) - from > DAYS_TO_ISSUE * DAY_MS ? 'problem' : 'ok';
}

function endOfMonth(day: string): number {
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0);
}

const isSlovakVatId = (value: string): boolean => value.startsWith('SK') && isDic(value.slice(2));
const isVatId = (value: string): boolean =>
  value.startsWith('SK') ? isSlovakVatId(value) : /^[A-Z]{2}[A-Z0-9+*]{2,12}$/.test(value);

function addressStatus(address: DraftInvoice['sellerAddress']): CheckStatus {
  const parts = [address?.street, address?.city, address?.postalCode];
  return parts.every((part) => written(part) !== null) ? 'ok' : 'missing';
}

function checkSeller(draft: DraftInvoice, totals: Totals): Check[] {
  const slovak = isSlovak(draft.sellerAddress);
  const charges = !totals.vat.isZero();
  const vatId = identifierStatus(
    compact(draft.sellerIcDph),
    slovak ? isSlovakVatId : isVatId,
    charges ? 'missing' : 'ok',
  );
  const dropsVatId = isOutsideOfVat(totals) && compact(draft.sellerIcDph) !== '';
  const symbol = written(draft.variableSymbol);
  const withoutIban = WITHOUT_ACCOUNT.has(written(draft.paymentMeansCode) ?? '') ? 'ok' : 'recommended';
  return [
    check('seller_name', '/sellerName', written(draft.sellerName) === null ? 'missing' : 'ok', ['BR-06']),
    check(
      'seller_dic',
      '/sellerDic',
      identifierStatus(compact(draft.sellerDic), slovak ? isDic : () => true, 'missing'),
      ['SK-R-002', 'SK-R-009', 'PEPPOL-EN16931-R020'],
    ),
    // Category O forbids it (BR-O-02), so the invoice omits it.
    check('seller_ic_dph', '/sellerIcDph', vatId === 'ok' && dropsVatId ? 'recommended' : vatId, [
      'SK-R-004',
      'SK-R-005',
      'SK-R-040',
    ]),
    check(
      'seller_ico',
      '/sellerIco',
      identifierStatus(compact(draft.sellerIco), slovak ? isIco : () => true, slovak ? 'recommended' : 'ok'),
      ['SK-R-008', 'SK-R-035'],
    ),
    ...(slovak && isCompany(draft.sellerName)
      ? [
          check(
            'seller_register',
            '/sellerRegisterEntry',
            written(draft.sellerRegisterEntry) === null ? 'recommended' : 'ok',
            ['SK-R-036'],
          ),
        ]
      : []),
    check('seller_address', '/sellerAddress', addressStatus(draft.sellerAddress), ['SK-R-033']),
    check('seller_iban', '/sellerIban', identifierStatus(compact(draft.sellerIban), isIban, withoutIban), [
      'SK-R-010',
      'SK-R-012',
      'BR-50',
    ]),
    check(
      'variable_symbol',
      '/variableSymbol',
      symbol !== null && !/^\d{1,10}$/.test(symbol)
        ? 'problem'
        : variableSymbolOf(draft) === null
          ? 'recommended'
          : 'ok',
      ['SK-R-060'],
    ),
  ];
}

const isOutsideOfVat = ({ rates }: Totals): boolean => rates.some(({ decision }) => decision.category === 'O');

function checkBuyer(draft: DraftInvoice, totals: Totals): Check[] {
  const slovak = isSlovak(draft.buyerAddress);
  const needsVatId = totals.rates.some(({ decision }) => decision.category === 'AE' || decision.category === 'K');
  const dropsVatId = isOutsideOfVat(totals) && compact(draft.buyerIcDph) !== '';
  const isSeller = compact(draft.buyerDic) !== '' && compact(draft.buyerDic) === compact(draft.sellerDic);
  return [
    check('buyer_name', '/buyerName', written(draft.buyerName) === null ? 'missing' : 'ok', ['BR-07']),
    isSeller
      ? { ...check('buyer_dic', '/buyerDic', 'problem', ['SK-R-087']), hint: BUYER_IS_SELLER }
      : check(
          'buyer_dic',
          '/buyerDic',
          identifierStatus(compact(draft.buyerDic), slovak ? isDic : () => true, slovak ? 'missing' : 'ok'),
          ['SK-R-002'],
        ),
    check(
      'buyer_ic_dph',
      '/buyerIcDph',
      dropsVatId ? 'recommended' : identifierStatus(compact(draft.buyerIcDph), isVatId, needsVatId ? 'missing' : 'ok'),
      ['SK-R-004', 'SK-R-005', 'BR-AE-02', 'BR-IC-02'],
    ),
    ...(slovak && compact(draft.buyerIco) !== ''
      ? [check('buyer_ico', '/buyerIco', isIco(compact(draft.buyerIco)) ? 'ok' : 'problem', ['SK-R-007', 'SK-R-008'])]
      : []),
    check('buyer_address', '/buyerAddress', addressStatus(draft.buyerAddress), ['SK-R-034']),
  ];
}

/**
 * Checks whether the buyer's endpoint is known; for a stated endpoint, reports the rules about its scheme and format.
 */
function checkEndpoint(draft: DraftInvoice, validation: FileResult): Check {
  const country = draft.buyerAddress?.countryCode ?? 'SK';
  const hasScheme = vatSchemeOf(country) !== null;
  if (draft.buyerEndpoint === undefined && hasScheme) {
    const field = country === 'SK' ? '/buyerDic' : '/buyerIcDph';
    return check('buyer_endpoint', field, recipientOf(draft) === null ? 'missing' : 'ok', ['PEPPOL-EN16931-R010']);
  }
  const broken = validation.issues.filter(
    ({ level, location }) =>
      level === 'fatal' && location.includes('AccountingCustomerParty') && location.includes('EndpointID'),
  );
  const status = recipientOf(draft) === null ? 'missing' : broken.length > 0 ? 'problem' : 'ok';
  const rules = status === 'problem' ? [...new Set(broken.map(({ rule_id }) => rule_id))] : ['PEPPOL-EN16931-R010'];
  const item = check('buyer_endpoint', '/buyerEndpoint', status, rules);
  return status === 'missing' ? { ...item, hint: NO_VAT_SCHEME } : item;
}

function checkLine(draft: DraftInvoice, index: number, unknownUnits: ReadonlySet<number>): Check[] {
  const line = draft.lines[index]!;
  const field = `/lines/${index}`;
  const decision = chooseVatCategory(line, draft);
  const day = draft.taxPointDate ?? draft.deliveryDate ?? draft.issueDate;
  const rates = day < RATES.changedOn ? RATES.former : RATES.current;
  const isTaxed = !toNumber(line.vatRate).isZero();
  const wrongRate =
    decision.category === 'S' && isSlovak(draft.sellerAddress) && !rates.includes(toNumber(line.vatRate).toString());
  // An unregistered seller charges no VAT; VAT charged regardless must be paid (§ 69).
  const isNonPayer = isTaxed && compact(draft.sellerIcDph) === '';
  const isForeignPayer = isTaxed && isOfOtherMember(draft);
  const isContrary = isTaxed !== (decision.category === 'S');
  const isWrong = wrongRate || isNonPayer || isContrary;
  const status = isWrong ? 'problem' : decision.sure && !isForeignPayer ? 'ok' : 'recommended';
  const item = check('line_vat', `${field}/vatRate`, status, ['SK-R-041', ...(isNonPayer ? ['SK-R-040'] : [])]);
  const hint = isNonPayer
    ? VAT_HINTS.nonPayer
    : isContrary
      ? VAT_HINTS[isTaxed ? 'untaxedWithRate' : 'taxedWithoutRate']
      : status !== 'recommended'
        ? item.hint
        : isForeignPayer
          ? VAT_HINTS.foreignPayer
          : decision.why;
  return [
    check('line_description', `${field}/description`, written(line.description) === null ? 'missing' : 'ok', ['BR-25']),
    // § 74 (1) (f) requires a quantity.
    ...(toNumber(line.quantity).isZero() ? [check('line_quantity', `${field}/quantity`, 'problem')] : []),
    ...(takesMoreOff(line) ? [check('line_discount', `${field}/discount`, 'problem')] : []),
    check('line_unit', `${field}/unit`, unknownUnits.has(index) ? 'problem' : 'ok', ['BR-CL-23']),
    // The decision is shown where it needs a person's review.
    { ...item, hint },
  ];
}

/** Whether the discount exceeds the price, which makes the line a claim of the buyer. */
function takesMoreOff({ quantity, unitPrice, discount }: DraftInvoice['lines'][number]): boolean {
  if (discount === undefined) return false;
  const price = toNumber(quantity).multiply(toNumber(unitPrice));
  const off = toNumber(discount.replace('%', ''));
  return discount.endsWith('%') ? off.compare(WHOLE) > 0 : price.compare(ZERO) > 0 && off.compare(price) > 0;
}

/** Per cent. */
const WHOLE = toNumber('100');
