import fc from 'fast-check';
import { DraftInvoice } from '../../src/modules/drafts/index.ts';

/** Slovak identifiers with valid check digits. */
const DICS = ['2020317068', '2020270604', '2022988022', '2023674466', '2020372596'] as const;

const text = fc.stringMatching(/^[A-Za-zľščťžýáíéäňôŽŠČ][A-Za-z0-9ľščťžýáíéäňôŽŠČ &<>"'.,/-]{0,30}$/);
const price = fc
  .tuple(fc.integer({ min: -999, max: 99_999 }), fc.integer({ min: 0, max: 9999 }))
  .map(([a, b]) => `${a}.${String(b).padStart(4, '0')}`);
const quantity = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 999 }))
  .map(([a, b]) => `${a}.${String(b).padStart(3, '0')}`);
const discount = fc.option(
  fc.oneof(
    fc.integer({ min: 1, max: 100 }).map((n) => `${n}%`),
    fc.integer({ min: 1, max: 500 }).map((n) => `${n}.25`),
  ),
  { nil: undefined },
);

const line = fc.record(
  {
    description: text,
    quantity,
    unit: fc.constantFrom('ks', 'hod', 'kg', 'H87', 'mes.', 'm²'),
    unitPrice: price,
    vatRate: fc.constantFrom('23', '19', '5', '23.00'),
    discount,
  },
  { requiredKeys: ['description', 'quantity', 'unit', 'unitPrice', 'vatRate'] },
);

/** Complete drafts of a Slovak seller to a Slovak buyer, as in contract section 4. */
export const arbitraryDraft: fc.Arbitrary<DraftInvoice> = fc
  .record(
    {
      invoiceNumber: fc.stringMatching(/^[0-9]{1,10}$/),
      issueDate: fc.constant('2027-01-15'),
      dueDate: fc.constant('2027-01-29'),
      sellerName: text,
      sellerDic: fc.constantFrom(...DICS),
      sellerIban: fc.constant('SK3112000000198742637541'),
      buyerName: text,
      buyerDic: fc.constantFrom(...DICS),
      lines: fc.array(line, { minLength: 1, maxLength: 8 }),
      kind: fc.constantFrom('invoice', 'creditnote', 'prepayment', 'selfbilling'),
      paidAmount: fc.constantFrom('0.50', '10.00'),
      sellerRegisterEntry: text,
      precedingInvoiceDate: fc.constant('2026-12-01'),
      pricesIncludeVat: fc.boolean(),
      note: text,
      orderReference: text,
      precedingInvoice: text,
      deliveryDate: fc.constant('2027-01-10'),
      currency: fc.constantFrom('EUR', 'CZK'),
      exchangeRate: fc.constant('25.215'),
    },
    {
      requiredKeys: [
        'invoiceNumber',
        'issueDate',
        'sellerName',
        'sellerDic',
        'buyerName',
        'buyerDic',
        'lines',
        'orderReference',
      ],
    },
  )
  .map((draft) => DraftInvoice.parse(draft));

/** Required fields of contract section 4, plus the order reference that Peppol requires. */
export const LEAST = {
  invoiceNumber: '2027-0001',
  issueDate: '2027-01-15',
  sellerName: 'Strojáreň Poprad s. r. o.',
  sellerDic: '2020317068',
  buyerName: 'Odberateľ a. s.',
  buyerDic: '2022988022',
  orderReference: 'OBJ-2027-7',
  lines: [{ description: 'Oprava čerpadla', quantity: '10', unit: 'hod', unitPrice: '25.50', vatRate: '23' }],
};
