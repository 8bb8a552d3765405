import { readFileSync } from 'node:fs';
import { type Invoice, writeUbl } from '@e-invoice/validator/invoice';
import type { Issue } from '@e-invoice/validator/issues';
import { decode } from 'bysquare/pay';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invoice as fields } from '../../packages/validator/src/invoice/model/invoice.ts';
import { DraftInvoice } from '../../src/modules/drafts/index.ts';
import { toInvoice } from '../../src/modules/drafts/to-invoice.ts';
import { NotRenderable, renderInvoice } from '../../src/modules/rendering/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { LEAST } from '../drafts/drafts.ts';
import { arbitraryInvoice } from '../invoice/arbitrary-invoice.ts';
import { scan } from '../support/scan-code.ts';
import { textOf } from './text-of.ts';
import { FORMATTED_DIFFERENTLY, plain, shownOf, textsOf } from './texts-of.ts';

const render = (xml: string, language: 'sk' | 'en' = 'sk', issues: Issue[] | null = null) =>
  renderInvoice(Buffer.from(xml), { language, issues });
const drafted = (draft: object = {}): Invoice => toInvoice(DraftInvoice.parse({ ...LEAST, ...draft })).invoice;
const PAID = { sellerIban: 'SK3112000000198742637541', dueDate: '2027-01-29', variableSymbol: '20270001' };

describe('contract 5: no content of the XML is dropped', () => {
  it('the page contains every business term of any invoice', () => {
    fc.assert(
      fc.property(arbitraryInvoice, (invoice) => {
        const page = plain(textOf(render(writeUbl(invoice)).html));
        for (const [term, text] of textsOf(invoice, fields)) {
          if (FORMATTED_DIFFERENTLY.has(term)) continue;
          expect(page, `${term} ${text}`).toContain(shownOf(text));
        }
      }),
      { seed: 5, numRuns: 60 },
    );
  });

  it('lists content outside the model at the end, with its path', () => {
    const xml = writeUbl(drafted()).replace(
      '<cbc:ID>2027-0001',
      '<cbc:UBLVersionID>2.1</cbc:UBLVersionID><cbc:ID>2027-0001',
    );
    const { html, warnings } = render(xml);
    expect(textOf(html)).toContain('/Invoice/cbc:UBLVersionID2.1');
    expect(warnings.map(({ code }) => code)).toEqual(['beyond_model']);
  });

  it('lists embedded attachments with type and size', () => {
    const file = { content: Buffer.from('abcdef').toString('base64'), mimeCode: 'text/csv', filename: 'merania.csv' };
    const { html } = render(
      writeUbl({ ...drafted(), attachments: [{ id: 'M-1', description: 'Merania', url: null, file }] }),
    );
    expect(textOf(html)).toContain('merania.csv text/csv, 6 B');
    // The separator is inside the link element, so that print hides both.
    expect(html).toContain('6 B</small><span class="file"> · <a ');
  });

  it('shows amount, percentage and base of a line discount', () => {
    const line = {
      description: 'Ložisko',
      quantity: '12',
      unit: 'ks',
      unitPrice: '6.85',
      vatRate: '23',
      discount: '10%',
    };
    expect(plain(textOf(render(writeUbl(drafted({ lines: [line] }))).html))).toContain(
      plain('8,22 €, 10 % zo základu 82,20 €'),
    );
  });
});

describe('safety of the page', () => {
  const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(1)>'javascript:alert(1)`;

  it('escapes markup in any term', () => {
    const clean = render(writeUbl(drafted(PAID))).html;
    const tagsOf = (html: string): string[] => [...html.matchAll(/<\/?[a-z][a-z0-9]*/g)].map(([tag]) => tag).sort();
    const hostile = drafted({
      ...PAID,
      sellerName: EVIL,
      buyerName: EVIL,
      note: EVIL,
      orderReference: EVIL,
      lines: [{ ...LEAST.lines[0]!, description: EVIL }],
    });
    const { html } = render(writeUbl(hostile).replaceAll('VAT<', 'VAT<'));
    expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)>(?!.*&)/);
    expect(new Set(tagsOf(html))).toEqual(new Set([...tagsOf(clean), '<p', '</p', '<section', '</section']));
  });

  it('has no script and no external address, and a Content Security Policy', () => {
    const { html } = render(writeUbl(drafted(PAID)));
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(html).not.toMatch(/<script|<link|<iframe|<img|\bsrc=|href=|url\(|@import/i);
  });

  it.each([['<x/>'], ['not xml'], ['<!DOCTYPE x><Invoice/>'], ['']])('%j is not renderable', (xml) => {
    expect(() => render(xml)).toThrow(NotRenderable);
  });
});

describe('payment codes', () => {
  it('the PAY by square code contains amount, account, symbol and due date', () => {
    const { html } = render(writeUbl(drafted(PAID)));
    expect(decode(scan(html, 'PAY by square')).payments[0]).toMatchObject({
      amount: 313.65,
      currencyCode: 'EUR',
      variableSymbol: '20270001',
      paymentDueDate: '20270129',
      bankAccounts: [{ iban: 'SK3112000000198742637541' }],
      beneficiary: { name: 'Strojaren Poprad s. r. o.' },
    });
  });

  it('the PAY by square code contains the symbols of the SEPA notation separately (SK-R-060)', () => {
    const xml = writeUbl(drafted(PAID)).replace('>20270001<', '>/VS20270015/SS77/KS0308<');
    const { html } = render(xml);
    expect(decode(scan(html, 'PAY by square')).payments[0]).toMatchObject({
      variableSymbol: '20270015',
      specificSymbol: '77',
      constantSymbol: '0308',
    });
    for (const shown of ['/VS20270015/SS77/KS0308', '20270015', '0308']) expect(html).toContain(`>${shown}<`);
  });

  it('omits the code for an amount beyond the precision of a number', () => {
    const due = '12345678901234567.89';
    const xml = writeUbl(drafted(PAID)).replace(
      /((?:PayableAmount|TaxInclusiveAmount)[^>]*>)313\.65/g,
      (_, tag: string) => tag + due,
    );
    const { html } = render(xml);
    expect(html).not.toContain('</figcaption>');
    expect(html).toContain('sa do platobného kódu nezmestia');
  });

  it('the page shows the amount next to each code', () => {
    const { html } = render(writeUbl(drafted(PAID)));
    const amounts = [...html.matchAll(/<figure data-amount="([^"]*)"/g)].map(([, amount]) => amount);
    expect(amounts).toEqual(['313.65', '313.65']);
    expect(decode(scan(html, 'PAY by square')).payments[0]).toMatchObject({ amount: Number(amounts[0]) });
  });

  it('omits the code and states the reason if the amount due is wrong (BR-CO-16)', () => {
    const xml = writeUbl(drafted(PAID)).replace(/(PayableAmount[^>]*>)313.65/, '$1300.00');
    const { html, warnings } = render(xml);
    expect(html).not.toContain('PAY by square</figcaption>');
    expect(html).toContain('Suma na úhradu nesúhlasí');
    expect(warnings.map(({ code }) => code)).toContain('amount_due_disagrees');
  });

  it('EPC069-12: the SEPA code contains the expected lines', () => {
    const { html } = render(writeUbl(drafted(PAID)));
    expect(scan(html, 'SEPA QR \\(EPC\\)').split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      '',
      'Strojáreň Poprad s. r. o.',
      'SK3112000000198742637541',
      'EUR313.65',
      '',
      '',
      '20270001',
    ]);
  });

  it.each([
    ['a credit note', { ...PAID, kind: 'creditnote', precedingInvoice: '1' }],
    ['a wrong IBAN', { ...PAID, sellerIban: 'SK3212000000198742637541' }],
    ['a zero amount', { ...PAID, lines: [{ ...LEAST.lines[0]!, unitPrice: '0' }] }],
    ['cash', { ...PAID, paymentMeansCode: '10' }],
  ])('%s has no code', (_, draft) => {
    expect(render(writeUbl(drafted(draft))).html).not.toContain('<svg');
  });
});

it('renders in Slovak and English', () => {
  const xml = writeUbl(drafted(PAID));
  expect(textOf(render(xml, 'sk').html)).toMatch(/Faktúra.*Predávajúci.*Na úhradu.*313,65\u00a0€/s);
  expect(textOf(render(xml, 'en').html)).toMatch(/Invoice.*Seller.*Amount due.*313\.65\u00a0€/s);
  expect(render(xml, 'en').html).toContain('<html lang="en">');
});

describe('findings', () => {
  const issue = (rule_id: string, location: string, ...business_terms: string[]): Issue =>
    ({
      level: 'fatal',
      rule_id,
      location,
      business_terms,
      message: `správa ${rule_id}`,
      message_en: 'x',
      fix: { sk: 'oprava', en: 'y', program: { sk: 'oprava', en: 'y' } },
    }) as unknown as Issue;
  const marked = (html: string): [value: string, number: string][] =>
    [...html.matchAll(/class="marked">([^<]*)<\/bdi><a [^>]*>(\d+)</g)].map(([, value, number]) => [value!, number!]);
  const lines = [LEAST.lines[0]!, { ...LEAST.lines[0]!, description: 'Druhý', vatRate: '5' }];
  const xml = writeUbl(drafted({ lines }));

  it('are listed first, with their numbers next to the values', () => {
    const issues = [
      issue('BR-CO-15', '/Invoice', 'BT-112'),
      issue('BR-24', '/Invoice/cac:InvoiceLine[2]', 'BT-131'),
      issue('BR-99', '/Invoice', 'BT-14'),
    ];
    const { html } = render(xml, 'sk', issues);
    const text = textOf(html);
    for (const { rule_id } of issues) expect(text.indexOf(rule_id)).toBeLessThan(text.indexOf('Predávajúci'));
    expect(marked(html)).toEqual([
      ['255,00\u00a0€', '2'],
      ['581,40\u00a0€', '1'],
    ]);
  });

  it('share the number and text of their root cause, and are marked at the VAT row concerned', () => {
    const issues = [
      issue('BR-S-08', '/Invoice/cac:TaxTotal/cac:TaxSubtotal[1]/cac:TaxCategory', 'BT-116'),
      issue('BR-S-08', '/Invoice/cac:TaxTotal/cac:TaxSubtotal[2]/cac:TaxCategory', 'BT-116'),
      issue('BR-CO-15', '/Invoice', 'BT-112'),
    ];
    const causes = [
      {
        title: { sk: 'Základy sú vymenené', en: 'Bases are swapped' },
        fix: { program: { sk: 'Vymeňte ich.', en: 'Swap them.' } },
        issue_indexes: [0, 1],
        rule_ids: ['BR-S-08'],
      },
    ];
    const { html } = renderInvoice(Buffer.from(xml), { language: 'sk', issues, causes });
    expect(textOf(html)).toMatch(/Základy sú vymenené BR-S-08.*Vymeňte ich.*správa BR-CO-15.*Predávajúci/s);
    expect(textOf(html)).not.toContain('správa BR-S-08');
    expect(marked(html)).toEqual([
      ['255,00\u00a0€', '1'],
      ['255,00\u00a0€', '1'],
      ['581,40\u00a0€', '2'],
    ]);
  });

  it('the page states that there are no findings', () => {
    expect(textOf(render(xml, 'sk', []).html)).toContain('Validácia nenašla žiadny nález.');
    expect(textOf(render(xml, 'sk', null).html)).not.toContain('nález');
  });
});

it('renders a CII invoice as a preview only', () => {
  const { html, warnings, read } = renderInvoice(readFileSync(`${findRoot()}/test/invoice/cii-invoice.xml`), {
    language: 'sk',
    issues: null,
  });
  expect(read.syntax).toBe('cii');
  expect(warnings.map(({ code }) => code)).toEqual(['cii_preview_only']);
  expect(textOf(html)).toMatch(/Ľubovnianske strojárne.*Ložisko.*110,70\u00a0€/s);
});

it('returns the net amounts of 1,000 lines for carried totals', () => {
  const lines = Array.from({ length: 1000 }, (_, index) => ({
    ...LEAST.lines[0]!,
    description: `Položka ${index + 1}`,
  }));
  const { html } = render(writeUbl(drafted({ lines })));
  expect(html.match(/<tr data-net="255.00">/g)).toHaveLength(1000);
  expect(html).toContain('.lines thead { display: table-header-group; }');
});
