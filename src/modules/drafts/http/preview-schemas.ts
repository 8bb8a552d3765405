import { z } from 'zod';
import { FileResult } from '../../../http/index.ts';
import { DraftInvoice } from '../index.ts';

const Text = z.object({ sk: z.string(), en: z.string() });
const Amount = z.string().meta({ description: 'A decimal number with two decimals.', example: '313.65' });

export const PreviewRequest = z
  .strictObject({ invoice: DraftInvoice.meta({ id: 'DraftInvoice' }) })
  .meta({ id: 'PreviewRequest' });

/** A valid draft, as an example in the contract. */
export const EXAMPLE_DRAFT = {
  invoice: {
    invoiceNumber: '2027-0001',
    issueDate: '2027-01-15',
    dueDate: '2027-01-29',
    sellerName: 'Strojáreň Poprad s. r. o.',
    sellerDic: '2020317068',
    sellerIcDph: 'SK2020317068',
    sellerAddress: { street: 'Hlavná 12', city: 'Poprad', postalCode: '058 01' },
    sellerIban: 'SK3112000000198742637541',
    buyerName: 'Pekáreň Nitra a. s.',
    buyerDic: '2022988022',
    buyerAddress: { street: 'Mlynská 3', city: 'Nitra', postalCode: '949 01' },
    orderReference: 'OBJ-2027-7',
    lines: [{ description: 'Oprava čerpadla', quantity: '10', unit: 'hod', unitPrice: '25.50', vatRate: '23' }],
  },
};

const Totals = z
  .object({
    currency: z.string(),
    lines_net: Amount,
    without_vat: Amount,
    vat: Amount,
    with_vat: Amount,
    rounding: Amount.meta({
      description: 'BT-114: the rounding difference that no taxable amount can carry when prices include VAT.',
    }),
    paid: Amount.meta({ description: 'BT-113.' }),
    payable: Amount,
    vat_in_euro: Amount.nullable(),
    prices_include_vat: z.boolean(),
    vat_breakdown: z.array(
      z.object({
        category: z.string(),
        rate: z.string().nullable(),
        taxable_amount: Amount,
        vat_amount: Amount,
        rounding_bridge: Amount.meta({
          description: 'A charge (or, when negative, an allowance) that makes the totals of gross prices match.',
        }),
        legal_phrase: z
          .string()
          .nullable()
          .meta({ description: 'BT-120: the reason that the VAT act requires on the invoice.' }),
        exemption_code: z.string().nullable(),
        sure: z.boolean().meta({
          description: 'False: the draft does not contain enough data to decide; a person should check the category.',
        }),
        decision: Text.meta({ description: 'Why this category was chosen.' }),
      }),
    ),
  })
  .meta({ id: 'PreviewTotals' });

const place = {
  term: z.string().meta({ description: 'A business term; `lines` or `gross` for sums of a rate.', example: 'BT-131' }),
  line: z.int().nullable().meta({ description: 'Number of the line, from 1.' }),
  category: z.string().nullable(),
  rate: z.string().nullable(),
};

const Reconciliation = z
  .object({
    offers: z
      .array(
        z.object({
          kind: z.enum(['lines', 'rounding', 'adjustment', 'recompute']),
          keeps: z
            .array(z.enum(['due', 'vat', 'taxable', 'gross', 'lines', 'prices']))
            .meta({ description: 'Numbers that stay as in the draft.' }),
          difference: Amount.meta({ description: 'Change of the amount due.' }),
          changes: z.array(
            z.object({
              ...place,
              from: z.string().nullable(),
              to: z.string(),
              is_contract_price: z
                .boolean()
                .meta({ description: 'The price changes by more than its rounding: compare it with the contract.' }),
            }),
          ),
        }),
      )
      .meta({ description: 'Ways to reconcile lines and totals, the one that changes least first.' }),
    contradiction: z
      .array(z.object({ ...place, value: z.string() }))
      .nullable()
      .meta({
        description:
          'The smallest set of numbers of which no invoice can have all; `xml` is then computed from the lines.',
      }),
  })
  .meta({ id: 'PreviewReconciliation' });

const Check = z
  .object({
    id: z.string().meta({ example: 'seller_dic' }),
    status: z.enum(['ok', 'missing', 'problem', 'recommended']),
    field: z.string().meta({ description: 'A JSON pointer into the draft.', example: '/sellerDic' }),
    title: Text,
    hint: Text.nullable(),
    rule_ids: z.array(z.string()),
  })
  .meta({ id: 'PreviewCheck' });

export const Preview = z
  .object({
    xml: z.string().meta({ description: 'UBL 2.1, Peppol BIS Billing 3.' }),
    sha256: z.string().meta({ description: 'SHA-256 of `xml` in UTF-8, lowercase hex.' }),
    totals: Totals,
    reconciliation: Reconciliation.optional().meta({
      description: 'Absent if the draft states neither `totals` nor `priceMode` nor `cashRounding`.',
    }),
    validation: FileResult,
    readiness: z
      .object({ ready: z.boolean(), score: z.int().min(0).max(100), checklist: z.array(Check) })
      .meta({ id: 'PreviewReadiness' }),
    stored: z.literal(false),
  })
  .meta({ id: 'Preview' });

/** Enough for 1,000 lines with all fields: eight names and values and the object itself. */
export const DRAFT_NODES = 20_000;
