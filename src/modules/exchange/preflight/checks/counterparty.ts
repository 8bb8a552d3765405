import { inEachLanguage, text } from '../../../../../locales/index.ts';
import { readVatNumber, type Vat } from '../../../vat/index.ts';
import type { Particulars } from '../../invoice-facts/index.ts';
import { type CheckResult, pass, unknown, warn } from '../preflight.ts';
import { checkBuyer } from './network.ts';

/** Timeout; the caller waits for the whole preflight. */
const LIST_MS = 8_000;

/** Outcomes in ascending severity; the worse of two is reported. */
const GRAVITY = ['pass', 'unknown', 'warn', 'fail'] as const;

/**
 * Checks the buyer's VAT number, and optionally the account to pay to.
 *
 * @param withAccounts whether to look up the accounts that the seller has published
 */
export async function checkCounterparty(
  particulars: Particulars,
  vat: Pick<Vat, 'verify' | 'accounts'>,
  withAccounts: boolean,
): Promise<CheckResult> {
  const [buyer, accounts] = await Promise.all([
    checkBuyer(particulars, vat.verify),
    withAccounts ? checkAccounts(particulars, vat.accounts) : null,
  ]);
  if (accounts === null) return buyer;
  const graver = GRAVITY.indexOf(accounts.outcome) > GRAVITY.indexOf(buyer.outcome) ? accounts : buyer;
  return {
    outcome: graver.outcome,
    detail: inEachLanguage((language) => `${buyer.detail[language]} ${accounts.detail[language]}`),
    evidence: { ...buyer.evidence, accounts: accounts.evidence },
  };
}

/** Whether the seller has published the account to pay to (BT-84): only Slovak VAT payers publish accounts. */
async function checkAccounts({ seller, accounts }: Particulars, lookUp: Vat['accounts']): Promise<CheckResult> {
  const read = readVatNumber(seller.vatId ?? '');
  if (!read.ok || read.number.country !== 'SK' || accounts.length === 0) {
    return pass(text('preflight.check-accounts.pass'));
  }
  const answer = await lookUp(read.number, accounts, LIST_MS);
  if (answer === null) {
    return unknown(text('preflight.check-accounts.unknown'));
  }
  const { published, ...source } = answer;
  const evidence = { ...source, ibans: accounts, published };
  if (published.includes(false)) {
    return warn(text('preflight.check-accounts.warn'), evidence);
  }
  if (published.includes(null)) {
    return unknown(text('preflight.check-accounts.unknown-2'), evidence);
  }
  return pass(text('preflight.check-accounts.pass-2'), evidence);
}
