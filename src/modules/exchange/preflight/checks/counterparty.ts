import { inEachLanguage } from '../../../../../locales/index.ts';
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
    return pass(
      'Účet na úhradu sa nemá s čím porovnať: chýba slovenské IČ DPH predávajúceho alebo IBAN (BT-31, BT-84).',
      'No account to compare: the seller’s Slovak VAT number or an IBAN is missing (BT-31, BT-84).',
    );
  }
  const answer = await lookUp(read.number, accounts, LIST_MS);
  if (answer === null) {
    return unknown(
      'Zverejnené účty sa tu nezisťujú, prevádzkovateľ ich zisťovanie nezapol.',
      'Published accounts are not checked: the operator has not enabled this check.',
    );
  }
  const { published, ...source } = answer;
  const evidence = { ...source, ibans: accounts, published };
  if (published.includes(false)) {
    return warn(
      'Účet na úhradu (BT-84) nie je medzi účtami, ktoré predávajúci zverejnil.',
      'The payment account (BT-84) is not one of the seller’s published accounts.',
      evidence,
    );
  }
  if (published.includes(null)) {
    return unknown(
      'Či predávajúci účet na úhradu zverejnil, zoznam účtov teraz nepovedal.',
      'Whether the payment account is published by the seller could not be checked now.',
      evidence,
    );
  }
  return pass(
    'Účet na úhradu (BT-84) je medzi účtami, ktoré predávajúci zverejnil.',
    'The payment account (BT-84) is one of the seller’s published accounts.',
    evidence,
  );
}
