import { inEachLanguage, text } from '../../../../../locales/index.ts';
import { toUtcDay } from '../../../../lib/utc-day.ts';
import type { Particulars } from '../../invoice-facts/index.ts';
import { type CheckResult, fail, pass, unknown, warn } from '../preflight.ts';

const DAY_MS = 86_400_000;
/** Deadline in days to issue an invoice after delivery (Slovak VAT Act, section 73). */
const DAYS_TO_ISSUE = 15;
const CREDIT_NOTES: ReadonlySet<string> = new Set(['381', '261']);
/** Proforma invoice (UNTDID 1001): a request for payment, not a tax document. */
const PROFORMA = '325';

/** Checks of the VAT Act that need only the document. Only a proforma fails; everything else is a warning. */
export function checkLaw(particulars: Particulars): CheckResult {
  const { addressing, seller, currency, vatCurrency, vatInVatCurrency, precedingInvoices, vatCategories } = particulars;
  const { typeCode } = addressing;
  if (typeCode === PROFORMA) {
    return fail(text('preflight.check-law.fail'));
  }
  const remarks: { readonly sk: string; readonly en: string; readonly term: string }[] = [];
  if (seller.country === 'SK' && currency !== 'EUR' && (vatCurrency !== 'EUR' || vatInVatCurrency === null)) {
    remarks.push({ term: 'BT-111', ...text('preflight.law.vat-in-euro') });
  }
  if (CREDIT_NOTES.has(typeCode ?? '') && precedingInvoices === 0) {
    remarks.push({ term: 'BT-25', ...text('preflight.law.preceding-invoice') });
  }
  if (seller.country === 'SK' && seller.vatId === null && vatCategories.some((category) => category !== 'O')) {
    remarks.push({ term: 'BT-31', ...text('preflight.law.seller-vat-number') });
  }
  const deadline = deadlineOf(particulars);
  const issued = addressing.issueDate;
  if (deadline !== null && issued !== null && issued > deadline) {
    remarks.push({ term: 'BT-2', ...text('preflight.law.issue-deadline', { deadline }) });
  }
  const evidence = { issue_deadline: deadline, terms: remarks.map(({ term }) => term) };
  if (remarks.length === 0) return pass(text('preflight.check-law.pass'), evidence);
  return warn(
    text('preflight.check-law.warn', {
      remarks: inEachLanguage((language) => remarks.map((remark) => remark[language]).join('; ')),
    }),
    evidence,
  );
}

function deadlineOf({ deliveryDate }: Particulars): string | null {
  if (deliveryDate === null || !/^\d{4}-\d{2}-\d{2}$/.test(deliveryDate)) return null;
  const time = Date.parse(`${deliveryDate}T00:00:00Z`);
  return Number.isNaN(time) ? null : toUtcDay(time + DAYS_TO_ISSUE * DAY_MS);
}

/** A rule of the tax data document (SK TDD 1.0.0) that the report would violate. */
type Broken = { readonly id: string };

/** The tax report can be created and is valid; returns its identifier. */
export function checkTaxOffice({ seller, taxData }: Particulars, broken: readonly Broken[]): CheckResult {
  const { documentUuid, missing, reported, dropped } = taxData;
  const ruleIds = broken.map(({ id }) => id);
  const evidence = { document_uuid: documentUuid, missing, rule_ids: ruleIds, reported, not_reported: dropped };
  // Only access points of Slovak sellers report sent documents to the Slovak tax office (facts 5).
  if (seller.country !== null && seller.country !== 'SK') {
    return pass(text('preflight.check-tax-office.pass'), evidence);
  }
  return missing.length > 0
    ? warn(text('preflight.check-tax-office.warn', { missing: missing.join(', ') }), evidence)
    : ruleIds.length > 0
      ? warn(text('preflight.check-tax-office.warn-2', { ruleIds: ruleIds.join(', ') }), evidence)
      : pass(text('preflight.check-tax-office.pass-2', { reported, dropped }), evidence);
}

/** A document of the workspace with the same tax office identifier. */
export type Same = { readonly id: string; readonly status: string; readonly sha256: string };

/** Seller, type, number and date identify a document at the tax office, whatever its content. */
export function checkDuplicate({ taxData }: Particulars, same: readonly Same[], sha256: string): CheckResult {
  const uuid = taxData.documentUuid;
  if (uuid === null) {
    return unknown(text('preflight.check-duplicate.unknown'));
  }
  const documents = same.map(({ id, status, sha256: hash }) => ({
    href: `/api/documents/${id}`,
    status,
    same_bytes: hash === sha256,
  }));
  const evidence = { document_uuid: uuid, documents };
  if (same.length === 0) return pass(text('preflight.check-duplicate.pass'), evidence);
  return same.some(({ sha256: hash }) => hash === sha256)
    ? fail(text('preflight.check-duplicate.fail'), evidence)
    : warn(text('preflight.check-duplicate.warn'), evidence);
}
