/** Type of input. */
type FieldKind = 'text' | 'long' | 'date' | 'decimal' | 'amount' | 'code' | 'choice' | 'yes';

export type DraftField = {
  /** Path in the draft, or in a line. */
  readonly path: string;
  readonly kind: FieldKind;
  /** True to include the field in the draft even when empty, so that the checklist reports it. */
  readonly isAlways?: true;
  readonly maxLength?: number;
  /** True if the number may be negative: numeric keyboards of phones have no minus sign. */
  readonly isSigned?: true;
  /** True for fields that only a seller registered for VAT needs: `nonPayer` hides them and excludes them from the draft. */
  readonly isOfPayer?: true;
  /** Initial value. */
  readonly first?: string;
  /** Options; their labels are in the text table. */
  readonly choices?: readonly string[];
  /** Source of suggestions. */
  readonly list?: 'units' | 'countries';
};

const address = (side: 'seller' | 'buyer'): readonly DraftField[] => [
  { path: `${side}Address/street`, kind: 'text', maxLength: 200 },
  { path: `${side}Address/postalCode`, kind: 'text', maxLength: 20 },
  { path: `${side}Address/city`, kind: 'text', maxLength: 100 },
  { path: `${side}Address/countryCode`, kind: 'code', maxLength: 2, first: 'SK', list: 'countries' },
];

const party = (side: 'seller' | 'buyer'): readonly DraftField[] => [
  { path: `${side}Name`, kind: 'text', isAlways: true, maxLength: 200 },
  { path: `${side}Ico`, kind: 'text', maxLength: 20 },
  { path: `${side}Dic`, kind: 'text', isAlways: true, maxLength: 20 },
  { path: `${side}IcDph`, kind: 'text', maxLength: 20, ...(side === 'seller' && { isOfPayer: true }) },
  ...address(side),
];

/** Fields of the form in the order of an invoice. Paths and lengths are those of the draft (contract, section 4). */
export const DRAFT_GROUPS = {
  document: [
    { path: 'kind', kind: 'choice', choices: ['invoice', 'creditnote', 'prepayment', 'selfbilling'] },
    { path: 'invoiceNumber', kind: 'text', isAlways: true, maxLength: 100 },
    { path: 'issueDate', kind: 'date', isAlways: true },
    { path: 'deliveryDate', kind: 'date' },
    { path: 'dueDate', kind: 'date' },
    { path: 'currency', kind: 'code', isAlways: true, maxLength: 3, first: 'EUR' },
  ],
  seller: [
    // Not part of the draft, in which such a seller has no VAT number and its lines the rate 0.
    { path: 'nonPayer', kind: 'yes' },
    ...party('seller'),
    { path: 'sellerIban', kind: 'text', maxLength: 50 },
    { path: 'sellerRegisterEntry', kind: 'text', maxLength: 200 },
  ],
  buyer: [
    ...party('buyer'),
    { path: 'buyerEndpoint/scheme', kind: 'code', maxLength: 4 },
    { path: 'buyerEndpoint/id', kind: 'text', maxLength: 100 },
  ],
  more: [
    { path: 'variableSymbol', kind: 'text', maxLength: 20 },
    { path: 'orderReference', kind: 'text', maxLength: 100 },
    { path: 'buyerReference', kind: 'text', maxLength: 100 },
    { path: 'precedingInvoice', kind: 'text', maxLength: 100 },
    { path: 'precedingInvoiceDate', kind: 'date' },
    { path: 'paidAmount', kind: 'decimal' },
    { path: 'exchangeRate', kind: 'decimal' },
    { path: 'taxPointDate', kind: 'date', isOfPayer: true },
    { path: 'vatExemptionReason', kind: 'text', maxLength: 500, isOfPayer: true },
    { path: 'note', kind: 'long', maxLength: 2000 },
  ],
} as const satisfies Readonly<Record<string, readonly DraftField[]>>;

/** VAT rates of § 27 of the VAT Act since 2025, followed by the earlier ones. */
const RATES = ['23', '19', '5', '0', '20', '10'] as const;

const CATEGORIES = ['', 'S', 'AE', 'K', 'G', 'E', 'O', 'Z'] as const;

/** Fields of one line. */
export const LINE_FIELDS = [
  { path: 'description', kind: 'text', isAlways: true, maxLength: 500 },
  { path: 'quantity', kind: 'decimal', isAlways: true, first: '1' },
  { path: 'unit', kind: 'text', isAlways: true, maxLength: 20, first: 'ks', list: 'units' },
  { path: 'unitPrice', kind: 'decimal', isAlways: true },
  { path: 'vatRate', kind: 'choice', isAlways: true, choices: RATES, isOfPayer: true },
  { path: 'discount', kind: 'decimal' },
  { path: 'vatCategory', kind: 'choice', choices: CATEGORIES, isOfPayer: true },
] as const satisfies readonly DraftField[];

/** Whether prices include VAT; displayed above the lines. Without a choice the prices are net. */
export const PRICE_MODE_FIELD = {
  path: 'priceMode',
  kind: 'choice',
  choices: ['', 'gross'],
  isOfPayer: true,
} as const satisfies DraftField;

/** BT-114. */
export const CASH_FIELD = { path: 'cashRounding', kind: 'amount', isSigned: true } as const satisfies DraftField;

/** Totals of the books for one VAT rate; the form has any number of them, at first none. */
export const TOTALS_FIELDS = [
  { path: 'vatRate', kind: 'choice', isAlways: true, choices: RATES },
  { path: 'taxable', kind: 'amount' },
  { path: 'vat', kind: 'amount' },
  { path: 'gross', kind: 'amount' },
  { path: 'vatCategory', kind: 'choice', choices: CATEGORIES },
] as const satisfies readonly DraftField[];

export const LISTS = {
  units: ['ks', 'hod', 'deň', 'mes', 'rok', 'kg', 't', 'm', 'm²', 'm³', 'km', 'l', 'kWh', 'balenie', 'súbor'],
  countries: ['SK', 'CZ', 'AT', 'HU', 'PL', 'DE', 'FR', 'IT', 'NL', 'BE', 'SI', 'HR', 'RO', 'BG', 'IE', 'ES'],
} as const;
