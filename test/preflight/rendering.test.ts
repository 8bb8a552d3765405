import { writeUbl } from '@e-invoice/validator/invoice';
import { describe, expect, it } from 'vitest';
import { DraftInvoice } from '../../src/modules/drafts/index.ts';
import { toInvoice } from '../../src/modules/drafts/to-invoice.ts';
import { checkRendering } from '../../src/modules/exchange/preflight/checks/network.ts';
import { renderInvoice } from '../../src/modules/rendering/index.ts';
import { LEAST } from '../drafts/drafts.ts';

// Check 11: the visible total and the amount of the payment codes equal BT-115.

const pageOf = (changes: object): string => {
  const { invoice } = toInvoice(DraftInvoice.parse({ ...LEAST, ...changes }));
  const { html } = renderInvoice(Buffer.from(writeUbl(invoice)), { language: 'sk', issues: null });
  return Buffer.from(html).toString('utf8');
};
const check = (page: string, due: string) => checkRendering(Buffer.from(page), due);
const PAID = pageOf({ sellerIban: 'SK3112000000198742637541' });
const DUE = /<figure data-amount="([^"]*)"/.exec(PAID)![1]!;

describe('the rendering of an invoice', () => {
  it('passes when page and codes contain the amount due, regardless of trailing zeros', () => {
    for (const due of [DUE, `${DUE}0`]) {
      expect(check(PAID, due)).toMatchObject({ outcome: 'pass', evidence: { payment_codes: [DUE, DUE] } });
    }
  });

  it('passes without payment codes and reports their absence', () => {
    const page = pageOf({});
    expect(check(page, DUE)).toMatchObject({ outcome: 'pass', evidence: { payment_codes: [] } });
  });

  it.each([
    ['the page', /(data-bt="BT-115"[^>]*>)[^<]*/, '1,23'],
    ['one of the codes', /(<figure data-amount=")[^"]*/, '1.23'],
  ])('fails when %s contains another amount', (_, amountText, amount) => {
    expect(
      check(
        PAID.replace(amountText, (__, before: string) => before + amount),
        DUE,
      ).outcome,
    ).toBe('fail');
  });
});
