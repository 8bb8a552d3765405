import type { Text } from '@e-invoice/validator/issues';
import { text } from '../../../locales/index.ts';

type CheckTexts = { readonly title: Text; readonly hints: Readonly<Record<string, Text>> };

/** Texts of the readiness checklist: a title per item, and a hint per possible problem. */
export const CHECK_TEXTS = {
  invoice_number: {
    title: text('draft-checklist.check.invoice_number.title'),
    hints: { missing: text('draft-checklist.check.invoice_number.hints.missing') },
  },
  due_date: {
    title: text('draft-checklist.check.due_date.title'),
    hints: {
      recommended: text('draft-checklist.check.due_date.hints.recommended'),
      problem: text('draft-checklist.check.due_date.hints.problem'),
    },
  },
  issue_deadline: {
    title: text('draft-checklist.check.issue_deadline.title'),
    hints: {
      recommended: text('draft-checklist.check.issue_deadline.hints.recommended'),
      problem: text('draft-checklist.check.issue_deadline.hints.problem'),
    },
  },
  seller_name: {
    title: text('draft-checklist.check.seller_name.title'),
    hints: { missing: text('draft-checklist.check.seller_name.hints.missing') },
  },
  seller_dic: {
    title: text('draft-checklist.check.seller_dic.title'),
    hints: {
      missing: text('draft-checklist.check.seller_dic.hints.missing'),
      problem: text('draft-checklist.check.seller_dic.hints.problem'),
    },
  },
  seller_ic_dph: {
    title: text('draft-checklist.check.seller_ic_dph.title'),
    hints: {
      recommended: text('draft-checklist.check.seller_ic_dph.hints.recommended'),
      problem: text('draft-checklist.check.seller_ic_dph.hints.problem'),
      missing: text('draft-checklist.check.seller_ic_dph.hints.missing'),
    },
  },
  seller_ico: {
    title: text('draft-checklist.check.seller_ico.title'),
    hints: {
      problem: text('draft-checklist.check.seller_ico.hints.problem'),
      recommended: text('draft-checklist.check.seller_ico.hints.recommended'),
    },
  },
  seller_address: {
    title: text('draft-checklist.check.seller_address.title'),
    hints: { missing: text('draft-checklist.check.seller_address.hints.missing') },
  },
  seller_iban: {
    title: text('draft-checklist.check.seller_iban.title'),
    hints: {
      recommended: text('draft-checklist.check.seller_iban.hints.recommended'),
      problem: text('draft-checklist.check.seller_iban.hints.problem'),
    },
  },
  variable_symbol: {
    title: text('draft-checklist.check.variable_symbol.title'),
    hints: {
      problem: text('draft-checklist.check.variable_symbol.hints.problem'),
      recommended: text('draft-checklist.check.variable_symbol.hints.recommended'),
    },
  },
  buyer_name: {
    title: text('draft-checklist.check.buyer_name.title'),
    hints: { missing: text('draft-checklist.check.buyer_name.hints.missing') },
  },
  buyer_dic: {
    title: text('draft-checklist.check.buyer_dic.title'),
    hints: {
      missing: text('draft-checklist.check.buyer_dic.hints.missing'),
      problem: text('draft-checklist.check.buyer_dic.hints.problem'),
    },
  },
  buyer_ic_dph: {
    title: text('draft-checklist.check.buyer_ic_dph.title'),
    hints: {
      recommended: text('draft-checklist.check.buyer_ic_dph.hints.recommended'),
      problem: text('draft-checklist.check.buyer_ic_dph.hints.problem'),
      missing: text('draft-checklist.check.buyer_ic_dph.hints.missing'),
    },
  },
  buyer_address: {
    title: text('draft-checklist.check.buyer_address.title'),
    hints: { missing: text('draft-checklist.check.buyer_address.hints.missing') },
  },
  buyer_endpoint: {
    title: text('draft-checklist.check.buyer_endpoint.title'),
    hints: {
      missing: text('draft-checklist.check.buyer_endpoint.hints.missing'),
      problem: text('draft-checklist.check.buyer_endpoint.hints.problem'),
    },
  },
  buyer_reference: {
    title: text('draft-checklist.check.buyer_reference.title'),
    hints: { missing: text('draft-checklist.check.buyer_reference.hints.missing') },
  },
  preceding_date: {
    title: text('draft-checklist.check.preceding_date.title'),
    hints: { problem: text('draft-checklist.check.preceding_date.hints.problem'), recommended: text('draft-checklist.check.preceding_date.hints.recommended') },
  },
  payable: {
    title: text('draft-checklist.check.payable.title'),
    hints: { problem: text('draft-checklist.check.payable.hints.problem') },
  },
  seller_register: {
    title: text('draft-checklist.check.seller_register.title'),
    hints: { recommended: text('draft-checklist.check.seller_register.hints.recommended') },
  },
  line_unit: {
    title: text('draft-checklist.check.line_unit.title'),
    hints: { problem: text('draft-checklist.check.line_unit.hints.problem') },
  },
  preceding_invoice: {
    title: text('draft-checklist.check.preceding_invoice.title'),
    hints: { problem: text('draft-checklist.check.preceding_invoice.hints.problem'), missing: text('draft-checklist.check.preceding_invoice.hints.missing') },
  },
  vat_in_euro: {
    title: text('draft-checklist.check.vat_in_euro.title'),
    hints: { missing: text('draft-checklist.check.vat_in_euro.hints.missing') },
  },
  line_vat: {
    title: text('draft-checklist.check.line_vat.title'),
    hints: {
      recommended: text('draft-checklist.check.line_vat.hints.recommended'),
      problem: text('draft-checklist.check.line_vat.hints.problem'),
    },
  },
  seller_country: {
    title: text('draft-checklist.check.seller_country.title'),
    hints: { problem: text('draft-checklist.check.seller_country.hints.problem') },
  },
  buyer_country: {
    title: text('draft-checklist.check.buyer_country.title'),
    hints: { problem: text('draft-checklist.check.buyer_country.hints.problem') },
  },
  payment_means: {
    title: text('draft-checklist.check.payment_means.title'),
    hints: { problem: text('draft-checklist.check.payment_means.hints.problem') },
  },
  buyer_ico: {
    title: text('draft-checklist.check.buyer_ico.title'),
    hints: { problem: text('draft-checklist.check.buyer_ico.hints.problem') },
  },
  line_discount: {
    title: text('draft-checklist.check.line_discount.title'),
    hints: { problem: text('draft-checklist.check.line_discount.hints.problem') },
  },
  line_quantity: {
    title: text('draft-checklist.check.line_quantity.title'),
    hints: { problem: text('draft-checklist.check.line_quantity.hints.problem') },
  },
  line_description: {
    title: text('draft-checklist.check.line_description.title'),
    hints: { missing: text('draft-checklist.check.line_description.hints.missing') },
  },
  recipient: {
    title: text('draft-checklist.check.recipient.title'),
    hints: {
      problem: text('draft-checklist.check.recipient.hints.problem'),
      recommended: text('draft-checklist.check.recipient.hints.recommended'),
    },
  },
  rules: {
    title: text('draft-checklist.check.rules.title'),
    hints: { problem: text('draft-checklist.check.rules.hints.problem') },
  },
} as const satisfies Readonly<Record<string, CheckTexts>>;

export type CheckId = keyof typeof CHECK_TEXTS;

/** Country codes that are commonly confused. */
export const COUNTRY_HINTS = {
  suriname: text('draft-checklist.country-hint.suriname'),
} as const satisfies Readonly<Record<string, Text>>;

/** Hint for states whose VAT numbers are not Peppol identifiers. */
export const NO_VAT_SCHEME: Text = text('draft-checklist.no-vat-scheme');

/** Hint for an invoice whose buyer is its seller. */
export const BUYER_IS_SELLER: Text = text('draft-checklist.buyer-is-seller');

/** Hints about the VAT of a line, apart from its rate. */
export const VAT_HINTS = {
  nonPayer: text('draft-checklist.vat-hint.nonPayer'),
  untaxedWithRate: text('draft-checklist.vat-hint.untaxedWithRate'),
  taxedWithoutRate: text('draft-checklist.vat-hint.taxedWithoutRate'),
  foreignPayer: text('draft-checklist.vat-hint.foreignPayer'),
} as const satisfies Readonly<Record<string, Text>>;
