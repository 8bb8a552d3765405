import { describe, expect, it } from 'vitest';
import { readParticulars } from '../../src/modules/exchange/invoice-facts/index.ts';
import { checkCounterparty } from '../../src/modules/exchange/preflight/checks/counterparty.ts';
import type { Vat } from '../../src/modules/vat/index.ts';
import { billing } from '../rules/peppol/peppol-invoice.ts';
import { type Mutation, makeInvoice, remove, text } from '../support/invoice-builder.ts';

// Check 8: the account to pay to (BT-84), compared with the accounts that the seller has published.

const ACCOUNT = 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID';
const IBAN = 'SK3112000000198742637541';
const BUYER = 'cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme';

const of = (...changes: Mutation[]) =>
  readParticulars(Buffer.from(makeInvoice(...billing, remove(BUYER), text(ACCOUNT, IBAN), ...changes)))!;

type AccountsResult = Awaited<ReturnType<Vat['accounts']>>;
const accountsOf = (published: readonly (boolean | null)[]): AccountsResult => ({
  source: 'FS SR open data',
  published,
  failure: null,
  checked_at: '2026-11-22T00:00:00.000Z',
  licence: 'CC BY-NC-ND',
});

const check = (answer: AccountsResult, particulars = of(), withAccounts = true) => {
  const queried: (readonly string[])[] = [];
  const vat = {
    verify: () => Promise.reject(new Error('not expected')),
    accounts: async (_: unknown, ibans: readonly string[]) => {
      queried.push(ibans);
      return answer;
    },
  };
  return checkCounterparty(particulars, vat, withAccounts).then((result) => ({ ...result, queried }));
};

describe('the account to pay to', () => {
  it.each([
    ['published', accountsOf([true]), 'pass'],
    ['not published', accountsOf([false]), 'warn'],
    ['unknown', accountsOf([null]), 'unknown'],
    ['not enabled by the operator', null, 'unknown'],
  ])('%s', async (_, answer, outcome) => {
    expect(await check(answer)).toMatchObject({ outcome, queried: [[IBAN]] });
  });

  it('is not looked up unless the caller requests it', async () => {
    const { outcome, evidence, queried } = await check(accountsOf([false]), of(), false);
    expect([outcome, evidence, queried]).toEqual(['pass', {}, []]);
  });

  it('is compared without spaces', async () => {
    expect((await check(accountsOf([true]), of(text(ACCOUNT, 'sk31 1200 0000 1987 4263 7541')))).queried).toEqual([
      [IBAN],
    ]);
  });

  it.each([
    ['no IBAN', text(ACCOUNT, '1987426353/1100')],
    ['no account', remove('cac:PaymentMeans')],
    ['no VAT number of the seller', remove('cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme')],
    [
      'a seller in another country',
      text('cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID', 'CZ26168685'),
    ],
  ])('is not compared with %s', async (_, change) => {
    expect(await check(accountsOf([false]), of(change))).toMatchObject({ outcome: 'pass', queried: [] });
  });
});
