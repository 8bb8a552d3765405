import type { DraftInvoice } from '../drafts/index.ts';
import type { PreviewRequest } from './thread-messages.ts';

/**
 * Measured for a first file of 10,000 lines: 2,600 ms in a cold thread, 2,470 ms after a warm-up with 1,000 lines,
 * 1,240 ms after one with 2,000 lines; later files take 1,000 ms.
 */
const LINES = 2_000;

type DraftLine = DraftInvoice['lines'][number];

const LINE: DraftLine = { description: 'Tovar', quantity: '3.5', unit: 'ks', unitPrice: '12.40', vatRate: '23' };
const OTHER: DraftLine = {
  description: 'Knihy',
  quantity: '2',
  unit: 'ks',
  unitPrice: '9.95',
  vatRate: '5',
  discount: '10%',
};

const DRAFT: Omit<DraftInvoice, 'issueDate'> = {
  invoiceNumber: '1',
  sellerName: 'Dodávateľ s. r. o.',
  sellerDic: '2020317068',
  sellerIcDph: 'SK2020317068',
  sellerAddress: { street: 'Hlavná 1', city: 'Poprad', postalCode: '058 01', countryCode: 'SK' },
  buyerName: 'Odberateľ a. s.',
  buyerDic: '2022988022',
  buyerAddress: { street: 'Krátka 2', city: 'Žilina', postalCode: '010 01', countryCode: 'SK' },
  orderReference: '1',
  currency: 'EUR',
  kind: 'invoice',
  pricesIncludeVat: false,
  lines: Array.from({ length: LINES }, (_, index) => (index % 2 === 0 ? LINE : OTHER)),
};

/**
 * Generated invoice that makes V8 compile the code used for long invoices.
 *
 * @param today `YYYY-MM-DD`
 */
export const warmUpRequest = (today: string): PreviewRequest => ({
  draft: { ...DRAFT, issueDate: today },
  today,
  reach: null,
});
