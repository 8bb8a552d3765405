import { z } from 'zod';

const text = (most: number) => z.string().max(most);
const decimal = z.string().regex(/^-?\d{1,12}(\.\d{1,10})?$/);
const day = z.iso.date();

const Address = z.strictObject({
  street: text(200).optional(),
  city: text(100).optional(),
  postalCode: text(20).optional(),
  countryCode: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional()
    .meta({ description: 'ISO 3166-1 alpha-2. Default: SK.' }),
});

const Endpoint = z
  .strictObject({
    scheme: z
      .string()
      .regex(/^(?:\d{4}|[A-Z]{2})$/)
      .meta({
        description: 'A code of the EAS list, such as 0007 for a Swedish or 0192 for a Norwegian organisation number.',
      }),
    id: text(100),
  })
  .meta({
    description:
      'BT-49: Peppol address of the buyer. Default: the DIČ of a Slovak buyer (0245), or ' +
      'the VAT identifier of a buyer in a state with a scheme for it (not Finland, not Sweden, not outside the EU).',
  });

const Line = z.strictObject({
  description: text(500),
  quantity: decimal,
  unit: text(20).meta({
    description: 'UNECE Recommendation 20, or a Slovak unit such as `ks`, `hod`.',
  }),
  unitPrice: decimal,
  vatRate: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,2})?$/)
    .meta({ description: 'Percent.' }),
  vatCategory: z.enum(['S', 'E', 'AE', 'K', 'G', 'O', 'Z']).optional().meta({
    description: 'UNTDID 5305. If absent, the service selects it.',
  }),
  discount: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,10})?%?$/)
    .optional()
    .meta({ description: 'Discount of the line: an amount, or a percentage such as `10%`.' }),
});

const money = z.string().regex(/^-?\d{1,9}(\.\d{1,2})?$/);

const RateTotals = z.strictObject({
  vatRate: Line.shape.vatRate,
  vatCategory: Line.shape.vatCategory,
  taxable: money.optional().meta({ description: 'BT-116' }),
  vat: money.optional().meta({ description: 'BT-117' }),
  gross: money.optional().meta({ description: 'Taxable amount and VAT.' }),
});

/**
 * Draft invoice (service interface 2.5, contract section 4). Required texts may be empty; the checklist reports them.
 */
export const DraftInvoice = z.strictObject({
  invoiceNumber: text(100),
  issueDate: day,
  dueDate: day.optional(),
  sellerName: text(200),
  sellerDic: text(20),
  sellerIban: text(50).optional(),
  buyerName: text(200),
  buyerDic: text(20),
  lines: z.array(Line).min(1).max(1000),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('EUR'),
  kind: z
    .enum(['invoice', 'creditnote', 'prepayment', 'selfbilling'])
    .default('invoice')
    .meta({ description: '`prepayment`: type 386; `selfbilling`: 389.' }),
  sellerIcDph: text(20).optional(),
  sellerIco: text(20).optional(),
  sellerRegisterEntry: text(200).optional().meta({ description: 'BT-33' }),
  sellerAddress: Address.optional(),
  buyerIcDph: text(20).optional(),
  buyerIco: text(20).optional(),
  buyerAddress: Address.optional(),
  buyerEndpoint: Endpoint.optional(),
  deliveryDate: day.optional(),
  taxPointDate: day.optional(),
  variableSymbol: text(20).optional(),
  note: text(2000).optional(),
  buyerReference: text(100).optional(),
  orderReference: text(100).optional(),
  precedingInvoice: text(100).optional(),
  precedingInvoiceDate: day.optional().meta({ description: 'BT-26' }),
  vatExemptionReason: text(500).optional(),
  paymentMeansCode: text(3).optional(),
  paidAmount: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,2})?$/)
    .optional()
    .meta({ description: 'BT-113, with VAT' }),
  pricesIncludeVat: z.boolean().default(false).meta({
    description: 'Whether unit prices and discounts include VAT. Rounding differences become an allowance or a charge.',
  }),
  priceMode: z.enum(['gross', 'net']).optional().meta({
    description:
      'Prices with (`gross`) or without VAT (`net`); overrides `pricesIncludeVat`. Lines absorb rounding differences, at most one cent each.',
  }),
  totals: z
    .array(RateTotals)
    .max(20)
    .superRefine((rows, context) => {
      const seen = new Set<string>();
      for (const [index, { vatRate, vatCategory }] of rows.entries()) {
        const key = `${vatCategory ?? ''} ${Number(vatRate)}`;
        if (seen.has(key))
          context.addIssue({ code: 'custom', path: [index, 'vatRate'], message: 'This rate is stated twice.' });
        seen.add(key);
      }
    })
    .optional()
    .meta({
      description:
        'Totals of the books per rate, which the invoice keeps. If they contradict the lines, ' +
        'the invoice follows the lines and `reconciliation` names the contradiction.',
    }),
  cashRounding: money.optional().meta({ description: 'BT-114: rounding of the amount due, such as `-0.02`.' }),
  exchangeRate: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,10})?$/)
    .optional()
    .meta({ description: 'Exchange rate: units of the invoice currency per euro.' }),
});

/** Whether the draft is a credit note. */
export const isCreditNote = ({ kind }: Pick<DraftInvoice, 'kind'>): boolean => kind === 'creditnote';

/** Whether unit prices and discounts include VAT. */
export const includesVat = ({ priceMode, pricesIncludeVat }: DraftInvoice): boolean =>
  priceMode === undefined ? pricesIncludeVat : priceMode === 'gross';

export type DraftInvoice = z.output<typeof DraftInvoice>;
export type DraftLine = DraftInvoice['lines'][number];
