import { parseDecimal } from '@e-invoice/schematron/decimal';
import { makeValidator } from '@e-invoice/validator/validation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadRulePacks, loadUblStructure } from '../../src/app.ts';
import {
  DraftInvoice,
  openPreview,
  type Reachability,
  recipientOf,
  rulesetOf,
} from '../../src/modules/drafts/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { casesOf } from '../support/cases.ts';
import { arbitraryDraft, LEAST } from './drafts.ts';

const root = findRoot();
const validator = makeValidator({ packs: await loadRulePacks(root), structure: loadUblStructure(root) });
const make = (draft: DraftInvoice, { today, reach }: { today: string; reach: Reachability }) => {
  const { xml, complete } = openPreview(draft);
  const request = { filename: null, ruleset: rulesetOf(draft), today, clock: () => 0 };
  return complete(validator.validate(Buffer.from(xml), request), reach);
};

function preview(draft: object, reach: Reachability = null) {
  return make(DraftInvoice.parse({ ...LEAST, ...draft }), { today: '2027-01-15', reach });
}

const statusOf = (made: ReturnType<typeof preview>, id: string): string[] =>
  made.readiness.checklist.filter((check) => check.id === id).map(({ status }) => status);
const fatals = (made: ReturnType<typeof preview>): string[] =>
  made.validation.issues
    .filter(({ level }) => level === 'fatal')
    .map(({ rule_id, location }) => `${rule_id} ${location}`);

it('contract 4: the XML of any complete draft has no fatal issue under peppol-bis-3+sk', () => {
  fc.assert(
    fc.property(arbitraryDraft, (draft) => {
      const made = make(draft, { today: '2027-01-15', reach: null });
      expect(fatals(made)).toEqual([]);
      expect(made.validation.ruleset.id).toBe(rulesetOf(draft));
    }),
    { seed: 76, numRuns: casesOf(150, 60) },
  );
});

it('gross prices are exact to the cent: the amount due is the sum of the gross lines', () => {
  fc.assert(
    fc.property(arbitraryDraft, (draft) => {
      const { totals } = make({ ...draft, pricesIncludeVat: true }, { today: '2027-01-15', reach: null });
      for (const { taxable_amount, vat_amount, rate } of totals.vat_breakdown) {
        const tax = parseDecimal(taxable_amount)!.multiply(parseDecimal(rate!)!).multiply(parseDecimal('0.01')!);
        expect(Math.abs(tax.subtract(parseDecimal(vat_amount)!).toNumber())).toBeLessThanOrEqual(0.005);
      }
      // BT-114 covers at most a cent per rate.
      expect(Math.abs(Number(totals.rounding)) * 100).toBeLessThanOrEqual(totals.vat_breakdown.length + 0.001);
    }),
    { seed: 27, numRuns: casesOf(150, 60) },
  );
});

it('converts 625 693.90 gross at 23 % as Slovak accounting software does', () => {
  const lines = [{ description: 'Dodávka', quantity: '1', unit: 'ks', unitPrice: '625693.90', vatRate: '23' }];
  const { totals } = preview({ pricesIncludeVat: true, lines });
  expect(totals).toMatchObject({ vat: '116999.67', without_vat: '508694.23', payable: '625693.90', rounding: '0.00' });
  const line = { description: 'Diel', unit: 'ks' };
  const bridged = preview({
    pricesIncludeVat: true,
    lines: [
      { ...line, quantity: '3', unitPrice: '19.99', vatRate: '23' },
      { ...line, quantity: '7', unitPrice: '1.09', vatRate: '19', discount: '10%' },
      { ...line, quantity: '7', unitPrice: '0.33', vatRate: '23' },
    ],
  });
  // 62.28 gross at 23 % and 6.87 at 19 %: the base at 23 % is a cent below the sum of its lines.
  expect(bridged.totals).toMatchObject({ lines_net: '56.41', without_vat: '56.40', payable: '69.15' });
  expect(bridged.totals.vat_breakdown.map(({ rounding_bridge }) => rounding_bridge)).toEqual(['-0.01', '0.00']);
  expect(fatals(bridged)).toEqual([]);
});

describe('VAT category', () => {
  const zero = [{ ...LEAST.lines[0]!, unit: 'ks', vatRate: '0' }];
  const hours = [{ ...LEAST.lines[0]!, vatRate: '0' }];
  const payer = { sellerIcDph: 'SK2020317068' };
  const czech = { buyerIcDph: 'CZ12345678', buyerAddress: { countryCode: 'CZ' } };
  it.each([
    ['S', {}, null],
    ['O', { lines: zero }, 'predávajúci nie je platiteľom DPH'],
    ['E', { ...payer, lines: zero, vatExemptionReason: 'oslobodené podľa § 31' }, 'oslobodené podľa § 31'],
    [
      'AE',
      { ...payer, lines: zero, buyerIcDph: 'SK2022988022', vatExemptionReason: 'prenesenie daňovej povinnosti' },
      'prenesenie daňovej povinnosti',
    ],
    ['K', { ...payer, ...czech, lines: zero }, /§ 43/],
    ['AE', { ...payer, ...czech, lines: hours }, 'prenesenie daňovej povinnosti'],
  ])('%s', (category, draft, phrase) => {
    const made = preview(draft);
    const [rate] = made.totals.vat_breakdown;
    expect(rate?.category).toBe(category);
    if (phrase instanceof RegExp) expect(rate?.legal_phrase).toMatch(phrase);
    else expect(rate?.legal_phrase).toBe(phrase);
    expect(rate?.decision.sk).not.toBe('');
    expect(fatals(made)).toEqual([]);
  });

  it.each(['GB', 'XI'])(
    'is K for goods to a buyer registered in Northern Ireland (%s), marked for review; not for services',
    (countryCode) => {
      const irish = { ...payer, buyerIcDph: 'XI110305878', buyerAddress: { ...ADDRESS, countryCode } };
      const [goods] = preview({ ...irish, lines: zero }).totals.vat_breakdown;
      expect(goods).toMatchObject({ category: 'K', exemption_code: 'VATEX-EU-IC', sure: false });
      expect(goods?.decision.en).toMatch(/Windsor Framework.*service/s);
      expect(preview({ ...irish, lines: hours }).totals.vat_breakdown[0]).toMatchObject({ category: 'G', sure: false });
      const elsewhere = { ...irish, buyerAddress: { ...ADDRESS, countryCode: 'US' } };
      expect(preview({ ...elsewhere, lines: zero }).totals.vat_breakdown[0]).toMatchObject({ category: 'G' });
      const british = { ...irish, buyerIcDph: 'GB110305878' };
      expect(preview({ ...british, lines: zero }).totals.vat_breakdown[0]).toMatchObject({ category: 'G' });
    },
  );

  it('is G for a buyer outside the EU, whose electronic address cannot be derived', () => {
    const made = preview({ ...payer, buyerAddress: { countryCode: 'US' }, lines: zero });
    expect(made.totals.vat_breakdown[0]?.category).toBe('G');
    expect(statusOf(made, 'buyer_endpoint')).toEqual(['missing']);
    expect(made.readiness.ready).toBe(false);
  });
});

describe('electronic address of the buyer', () => {
  const abroad = (countryCode: string, more: object = {}) => ({
    ...LAWFUL,
    buyerAddress: { ...ADDRESS, countryCode },
    lines: [{ ...LEAST.lines[0]!, unit: 'ks', vatRate: '0' }],
    ...more,
  });
  const checkOf = (made: ReturnType<typeof preview>) =>
    made.readiness.checklist.find(({ id }) => id === 'buyer_endpoint');

  it.each([
    ['SE', { scheme: '0007', id: '5561888404' }, { buyerIcDph: 'SE556188840401' }],
    ['FI', { scheme: '0216', id: '003720774740' }, { buyerIcDph: 'FI20774740' }],
    ['US', { scheme: '0060', id: '812810734' }, {}],
    ['GB', { scheme: '9932', id: 'GB110305878' }, { buyerIcDph: 'XI110305878' }],
    ['NO', { scheme: '0192', id: '974760673' }, {}],
    ['CH', { scheme: '0183', id: 'CHE123456788' }, {}],
  ])('in %s is the one in the draft; without it the hint requests it', (country, buyerEndpoint, more) => {
    const missing = preview(abroad(country, more));
    expect(checkOf(missing)).toMatchObject({ status: 'missing', field: '/buyerEndpoint' });
    expect(checkOf(missing)?.hint?.sk).toContain('buyerEndpoint');
    const stated = preview(abroad(country, { ...more, buyerEndpoint }));
    expect(stated.xml).toContain(
      `<cbc:EndpointID schemeID="${buyerEndpoint.scheme}">${buyerEndpoint.id}</cbc:EndpointID>`,
    );
    expect(checkOf(stated)).toMatchObject({ status: 'ok', hint: null });
    expect(fatals(stated)).toEqual([]);
    expect(stated.readiness.ready).toBe(true);
  });

  it('is a problem when its scheme is unknown or its format is wrong', () => {
    for (const buyerEndpoint of [
      { scheme: '9999', id: '1' },
      { scheme: '0192', id: '123' },
    ]) {
      const made = preview(abroad('NO', { buyerEndpoint }));
      expect(checkOf(made)).toMatchObject({ status: 'problem', field: '/buyerEndpoint' });
      expect(checkOf(made)?.rule_ids).not.toEqual([]);
    }
    expect(checkOf(preview(abroad('NO', { buyerEndpoint: { scheme: '0192', id: ' ' } })))).toMatchObject({
      status: 'missing',
    });
    expect(DraftInvoice.safeParse({ ...LEAST, buyerEndpoint: { scheme: 'x', id: '1' } }).success).toBe(false);
  });

  it('in the draft takes precedence over the derived one', () => {
    const draft = DraftInvoice.parse({ ...LEAST, buyerEndpoint: { scheme: '9950', id: 'SK2022988022' } });
    expect(recipientOf(draft)).toEqual({ scheme: '9950', value: 'SK2022988022' });
  });
});

/** Fields that § 74 and Peppol require in addition to the mandatory ones. */
const ADDRESS = { street: 'Hlavná 1', city: 'Košice', postalCode: '040 01' };
const LAWFUL = { sellerIcDph: 'SK2020317068', sellerAddress: ADDRESS, buyerAddress: ADDRESS };

describe('legal requirements', () => {
  const line = LEAST.lines[0]!;
  const untaxed = { ...LAWFUL, sellerIcDph: undefined, lines: [{ ...line, vatRate: '0' }] };

  it.each([
    ['seller_ic_dph', 'missing', { sellerIcDph: undefined }],
    ['line_vat', 'problem', { sellerIcDph: undefined }],
    ['seller_address', 'missing', { sellerAddress: undefined }],
    ['seller_address', 'missing', { sellerAddress: { ...ADDRESS, postalCode: ' ' } }],
    ['buyer_address', 'missing', { buyerAddress: undefined }],
    ['buyer_reference', 'missing', { orderReference: undefined }],
    ['payable', 'problem', { lines: [{ ...line, unitPrice: '-10' }] }],
    ['payable', 'problem', { paidAmount: '400.00' }],
    ['line_unit', 'problem', { lines: [{ ...line, unit: 'štuka' }] }],
  ])('%s is %s, and the draft is not ready', (id, status, change) => {
    const made = preview({ ...LAWFUL, ...change });
    expect(statusOf(made, id)).toEqual([status]);
    expect(made.readiness.ready).toBe(false);
    expect(made.readiness.checklist.find((check) => check.id === id)?.hint?.sk).not.toBe('');
  });

  it.each([
    ['an invoice with a negative total', { lines: [{ ...line, quantity: '-1' }] }, ['SK-R-088']],
    ['an overpaid invoice', { paidAmount: '400.00' }, ['SK-R-089']],
    ['a credit note with a negative total', { kind: 'creditnote', lines: [{ ...line, quantity: '-1' }] }, ['SK-R-086']],
    ['an overpaid credit note', { kind: 'creditnote', paidAmount: '400.00' }, []],
    ['an advance invoice with a negative total', { kind: 'prepayment', lines: [{ ...line, quantity: '-1' }] }, []],
  ])('a negative amount due lists the rules that apply to the document: %s', (_, change, rules) => {
    const made = preview({ ...LAWFUL, ...change });
    expect(made.readiness.checklist.find(({ id }) => id === 'payable')?.rule_ids).toEqual(rules);
  });

  it('reports the line with an unknown unit', () => {
    const { readiness } = preview({ ...LAWFUL, lines: [line, { ...line, unit: 'štuka' }] });
    const wrong = readiness.checklist.filter(({ status }) => status === 'problem').map(({ field }) => field);
    expect(wrong).toContain('/lines/1/unit');
    expect(wrong).not.toContain('/lines/0/unit');
  });

  it('adds no reference that the draft does not contain', () => {
    expect(preview({ ...LAWFUL, orderReference: undefined }).xml).not.toContain('neuvedené');
  });

  it("an unregistered seller is ready without VAT, and dropping the buyer's VAT identifier is reported", () => {
    expect(preview(untaxed).readiness.ready).toBe(true);
    const made = preview({ ...untaxed, buyerIcDph: 'SK2022988022' });
    expect(statusOf(made, 'buyer_ic_dph')).toEqual(['recommended']);
    expect(made.xml).not.toContain('SK2022988022');
  });

  it('reports Slovak VAT for a buyer of another member state', () => {
    const buyerAddress = { ...ADDRESS, countryCode: 'CZ' };
    const made = preview({ ...LAWFUL, buyerIcDph: 'CZ12345678', buyerAddress });
    expect(statusOf(made, 'line_vat')).toEqual(['recommended']);
    expect(made.readiness.checklist.find(({ id }) => id === 'line_vat')?.hint?.sk).toContain('inom členskom štáte');
  });
});

describe('document types', () => {
  const complete = { ...LAWFUL, dueDate: '2027-01-29' };

  it.each([
    ['prepayment', '386', 'peppol-bis-3+sk'],
    ['selfbilling', '389', 'peppol-selfbilling-3+sk'],
  ])('%s is type %s under %s, without a fatal issue', (kind, type, ruleset) => {
    const made = preview({ ...complete, kind });
    expect(made.xml).toContain(`<cbc:InvoiceTypeCode>${type}</cbc:InvoiceTypeCode>`);
    expect(made.validation.ruleset.id).toBe(ruleset);
    expect(fatals(made)).toEqual([]);
    expect(made.validation.issues.map(({ rule_id }) => rule_id)).not.toContain('SK-R-085');
    expect(made.readiness.ready).toBe(true);
  });

  it('the paid amount reduces the amount due (BT-113, BT-115)', () => {
    const made = preview({ ...complete, paidAmount: '100.00' });
    expect(made.totals).toMatchObject({ with_vat: '313.65', paid: '100.00', payable: '213.65' });
    expect(fatals(made)).toEqual([]);
  });

  it('register entry and date of the original invoice resolve SK-R-036 and SK-R-081', () => {
    const made = preview({
      ...complete,
      kind: 'creditnote',
      precedingInvoice: 'F-1',
      precedingInvoiceDate: '2027-01-02',
      sellerRegisterEntry: 'Obchodný register Okresného súdu Prešov, oddiel Sro, vložka 123/P',
    });
    const ids = made.validation.issues.map(({ rule_id }) => rule_id);
    for (const id of ['SK-R-036', 'SK-R-081']) expect(ids).not.toContain(id);
    expect([...statusOf(made, 'seller_register'), ...statusOf(made, 'preceding_date')]).toEqual(['ok', 'ok']);
  });
});

describe('checklist', () => {
  it('is ready with the fields that law and Peppol require, and recommends the others', () => {
    const { readiness } = preview(LAWFUL);
    expect(readiness.ready).toBe(true);
    expect(readiness.checklist.filter(({ status }) => status !== 'ok').every(({ hint }) => hint !== null)).toBe(true);
    expect(readiness.score).toBeGreaterThan(60);
    expect(readiness.score).toBeLessThan(100);
  });

  it('reaches 100 when all items are fine', () => {
    const address = { street: 'Hlavná 1', city: 'Košice', postalCode: '040 01' };
    const { readiness, validation } = preview({
      dueDate: '2027-01-29',
      deliveryDate: '2027-01-10',
      sellerIcDph: 'SK2020317068',
      sellerIco: '35757442',
      sellerRegisterEntry: 'Obchodný register Okresného súdu Prešov, oddiel Sro, vložka 123/P',
      sellerAddress: address,
      sellerIban: 'SK31 1200 0000 1987 4263 7541',
      buyerAddress: address,
      orderReference: 'O-7',
    });
    expect(readiness.checklist.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(readiness).toMatchObject({ ready: true, score: 100 });
    expect(validation.valid).toBe(true);
  });

  it.each([
    ['invoice_number', 'missing', { invoiceNumber: ' ' }],
    ['seller_dic', 'problem', { sellerDic: '2020317069' }],
    ['seller_ic_dph', 'problem', { sellerIcDph: 'SK2020317069' }],
    ['seller_ico', 'problem', { sellerIco: '35757443' }],
    ['seller_iban', 'problem', { sellerIban: 'SK3212000000198742637541' }],
    ['variable_symbol', 'problem', { variableSymbol: 'VS-1' }],
    ['due_date', 'problem', { dueDate: '2027-01-01' }],
    ['issue_deadline', 'problem', { deliveryDate: '2026-12-30' }],
    ['preceding_invoice', 'missing', { kind: 'creditnote' }],
    ['vat_in_euro', 'missing', { currency: 'CZK' }],
    ['line_vat', 'problem', { lines: [{ ...LEAST.lines[0]!, vatRate: '20' }] }],
    [
      'buyer_ic_dph',
      'missing',
      { lines: [{ ...LEAST.lines[0]!, vatCategory: 'AE', vatRate: '0' }], sellerIcDph: 'SK2020317068' },
    ],
  ])('%s is %s', (id, status, draft) => {
    const made = preview(draft);
    expect(statusOf(made, id)).toEqual([status]);
    expect(made.readiness.ready).toBe(false);
  });

  it.each([
    ['S', '2027-01-29', 'ok'],
    ['S', '2027-01-30', 'problem'],
    ['K', '2027-02-15', 'ok'],
    ['K', '2027-02-16', 'problem'],
    ['E', '2027-03-31', 'ok'],
    ['O', '2027-03-31', 'ok'],
  ])('§ 73: delivered on 14 January 2027, category %s, issued on %s: %s', (vatCategory, issueDate, status) => {
    const vatRate = vatCategory === 'S' ? '23' : '0';
    const lines = [{ ...LEAST.lines[0]!, vatCategory, vatRate }];
    const made = preview({ issueDate, deliveryDate: '2027-01-14', sellerIcDph: 'SK2020317068', lines });
    expect(statusOf(made, 'issue_deadline')).toEqual([status]);
  });

  it('accepts 20 % as a Slovak rate until the end of 2024', () => {
    const draft = {
      sellerIcDph: 'SK2020317068',
      deliveryDate: '2024-12-20',
      issueDate: '2024-12-30',
      lines: [{ ...LEAST.lines[0]!, vatRate: '20' }],
    };
    expect(statusOf(preview(draft), 'line_vat')).toEqual(['ok']);
  });

  it.each([
    ['reachable', 'ok'],
    ['unreachable', 'problem'],
    ['unknown', 'recommended'],
  ] as const)('a recipient that is %s is %s', (reach, status) => {
    expect(statusOf(preview({}, reach), 'recipient')).toEqual([status]);
  });
});

it('BR-27: a negative price becomes a negative quantity', () => {
  const made = preview({
    lines: [LEAST.lines[0]!, { ...LEAST.lines[0]!, description: 'Záloha', quantity: '1', unitPrice: '-100' }],
  });
  expect(fatals(made)).toEqual([]);
  expect(made.totals.lines_net).toBe('155.00');
  expect(made.xml).toContain('<cbc:InvoicedQuantity unitCode="HUR">-1</cbc:InvoicedQuantity>');
});

describe("plausibility checks beyond the network's rules", () => {
  const line = LEAST.lines[0]!;
  it.each([
    ['the same company as seller and buyer (SK-R-087)', { buyerDic: LEAST.sellerDic }, 'buyer_dic', 'problem'],
    ['a quantity of zero', { lines: [{ ...line, quantity: '0' }] }, 'line_quantity', 'problem'],
    [
      'a VAT number that category O drops (BR-O-02)',
      { ...LAWFUL, lines: [{ ...line, vatRate: '0', vatCategory: 'O' }] },
      'seller_ic_dph',
      'recommended',
    ],
    [
      'an original invoice later than its credit note',
      { kind: 'creditnote', precedingInvoice: 'F-1', precedingInvoiceDate: '2027-02-01' },
      'preceding_date',
      'problem',
    ],
    [
      'a credit note that refers to itself',
      { kind: 'creditnote', precedingInvoice: LEAST.invoiceNumber },
      'preceding_invoice',
      'problem',
    ],
    [
      'SR for Slovakia (SK-R-039)',
      { ...LAWFUL, sellerAddress: { ...LAWFUL.sellerAddress, countryCode: 'SR' } },
      'seller_country',
      'problem',
    ],
    [
      'an unknown country',
      { ...LAWFUL, buyerAddress: { ...LAWFUL.buyerAddress, countryCode: 'XX' } },
      'buyer_country',
      'problem',
    ],
    ['unknown payment means', { paymentMeansCode: 'xx' }, 'payment_means', 'problem'],
    ['a mistyped IČO of the buyer', { buyerIco: '12345678' }, 'buyer_ico', 'problem'],
    ['a discount above the price', { lines: [{ ...line, discount: '150%' }] }, 'line_discount', 'problem'],
    [
      'a rate in a category without VAT',
      { ...LAWFUL, lines: [{ ...line, vatCategory: 'E' }], vatExemptionReason: '§ 37' },
      'line_vat',
      'problem',
    ],
    [
      'a taxed supply without a rate',
      { ...LAWFUL, lines: [{ ...line, vatRate: '0', vatCategory: 'S' }] },
      'line_vat',
      'problem',
    ],
    [
      'an exemption without a reason',
      { ...LAWFUL, lines: [{ ...line, vatRate: '0', vatCategory: 'E' }] },
      'line_vat',
      'recommended',
    ],
    ['a dash instead of a name', { sellerName: '-' }, 'seller_name', 'missing'],
    ['a placeholder word instead of a reference', { orderReference: 'neuvedené' }, 'buyer_reference', 'missing'],
  ])('%s', (_, draft, id, status) => {
    const made = preview(draft);
    expect(statusOf(made, id)).toEqual([status]);
    expect(made.readiness.checklist.find((check) => check.id === id)?.hint).not.toBeNull();
    if (status === 'problem') expect(made.readiness.ready).toBe(false);
  });

  it('requires an account for payment means that use one, not for cash', () => {
    expect(statusOf(preview({ paymentMeansCode: '10' }), 'seller_iban')).toEqual(['ok']);
    expect(statusOf(preview({}), 'seller_iban')).toEqual(['recommended']);
  });
});

describe('reconciliation', () => {
  const item = { description: 'Diel', unit: 'ks', vatRate: '23' };
  const lines = [
    { ...item, quantity: '7', unitPrice: '9.99' },
    { ...item, quantity: '3', unitPrice: '4.49' },
    { ...item, quantity: '11', unitPrice: '1.29' },
    { ...item, quantity: '2', unitPrice: '6.79' },
    { ...item, quantity: '13', unitPrice: '0.99' },
  ];

  it('keeps the totals of the books and distributes cents over the lines', () => {
    const made = preview({
      priceMode: 'gross',
      lines,
      totals: [{ vatRate: '23', taxable: '100.85', vat: '23.19' }],
      cashRounding: '0.01',
    });
    expect(made.totals).toMatchObject({ lines_net: '100.85', vat: '23.19', with_vat: '124.04', payable: '124.05' });
    expect(made.totals).toMatchObject({ rounding: '0.01', prices_include_vat: true });
    expect(made.reconciliation!.contradiction).toBeNull();
    expect(made.reconciliation!.offers[0]).toMatchObject({
      kind: 'lines',
      changes: [{ term: 'BT-131', line: 1, from: '56.85', to: '56.86' }],
    });
    expect(made.xml).toContain('<cbc:PriceAmount currencyID="EUR">8.123</cbc:PriceAmount>');
    expect(fatals(made)).toEqual([]);
  });

  it('names totals that contradict each other, and computes the invoice from the lines', () => {
    const made = preview({ priceMode: 'gross', lines, totals: [{ vatRate: '23', taxable: '110.85' }] });
    expect(made.reconciliation).toMatchObject({
      offers: [],
      contradiction: [
        { term: 'BT-116', rate: '23', value: '110.85' },
        { term: 'lines', rate: '23', value: '100.84' },
      ],
    });
    expect(made.totals).toMatchObject({ with_vat: '124.04', payable: '124.04' });
    expect(fatals(made)).toEqual([]);
  });

  it('applies the cash rounding where totals and lines have no invoice', () => {
    const totals = [{ vatRate: '23', taxable: '110.85' }];
    const made = preview({ priceMode: 'gross', lines, totals, cashRounding: '0.01' });
    expect(made.totals).toMatchObject({ rounding: '0.01', payable: '124.05' });
    const twice = [{ vatRate: '23' }, { vatRate: '23.00', vatCategory: 'S' }] as const;
    const unread = preview({
      lines: [{ ...item, quantity: '1', unitPrice: '1.00' }],
      totals: twice,
      cashRounding: '0.02',
    });
    expect(unread.totals).toMatchObject({ rounding: '0.02', payable: '1.25' });
    expect(fatals(unread)).toEqual([]);
  });

  it('rejects totals of a rate that are stated twice', () => {
    const totals = [{ vatRate: '23', vat: '1.00' }, { vatRate: '23.00' }];
    const { error } = DraftInvoice.safeParse({ ...LEAST, totals });
    expect(error!.issues.map(({ path }) => path.join('/'))).toEqual(['totals/1/vatRate']);
  });

  it('gives any draft with a price mode an invoice without a fatal issue', () => {
    fc.assert(
      fc.property(arbitraryDraft, fc.constantFrom('gross' as const, 'net' as const), (draft, priceMode) => {
        const made = make({ ...draft, priceMode }, { today: '2027-01-15', reach: null });
        expect(fatals(made)).toEqual([]);
        expect(made.reconciliation!.contradiction).toBeNull();
      }),
      { seed: 38, numRuns: casesOf(150, 60) },
    );
  });

  it('is absent from drafts without totals, price mode and cash rounding', () => {
    expect(preview({ lines }).reconciliation).toBeNull();
  });
});
