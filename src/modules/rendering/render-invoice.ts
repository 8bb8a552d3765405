import type { XmlLimits } from '@e-invoice/schematron/xml';
import type { ReadInvoice } from '@e-invoice/validator/invoice';
import type { Text } from '@e-invoice/validator/issues';
import { text } from '../../../locales/index.ts';
import type { AttachedFile } from './attached-file.ts';
import { readAttachedFiles } from './attached-files.ts';
import type { PrintedCause, PrintedIssue } from './findings.ts';
import { page } from './html/invoice-page.ts';
import { type Language, labelOf } from './labels.data.ts';
import { checkDue } from './qr/check-due.ts';
import { toPaymentOrder } from './qr/payment-order.ts';
import { readDocument } from './read-document.ts';
import { makeView } from './view.ts';

export type RenderOptions = {
  readonly language: Language;
  /** Findings to mark next to the printed values; null: no findings. */
  readonly issues: readonly PrintedIssue[] | null;
  /** Root causes of the findings; if absent, findings are grouped by rule. */
  readonly causes?: readonly PrintedCause[];
  readonly limits?: Partial<XmlLimits>;
};

export const RENDER_WARNINGS = [
  'cii_preview_only',
  'beyond_model',
  'not_shown',
  'not_printed',
  'amount_due_disagrees',
  'amount_due_currency',
  'payment_code_missing',
  'other_invoices',
] as const;

export type RenderWarning = {
  readonly code: (typeof RENDER_WARNINGS)[number];
  readonly detail: Text;
};

export type Rendered = {
  /** One self-contained HTML file. */
  readonly html: string;
  readonly read: ReadInvoice;
  readonly warnings: readonly RenderWarning[];
  /** Files of supporting documents that can be downloaded from the page. */
  readonly files: readonly AttachedFile[];
};

/**
 * Renders a UBL Invoice or CreditNote, with or without an SBDH envelope, or a CII D16B invoice.
 *
 * @throws NotRenderable if the bytes are not such a document
 */
export function renderInvoice(bytes: Uint8Array, { language, issues, causes, limits }: RenderOptions): Rendered {
  const read = readDocument(bytes, limits);
  const files = readAttachedFiles(read.invoice);
  return {
    html: page(makeView(read, language, issues, causes), read, files).text,
    read,
    warnings: warningsOf(read),
    files: [...files.values()].filter((file) => typeof file === 'object'),
  };
}

function warningsOf(read: ReadInvoice): RenderWarning[] {
  const { syntax, leftovers } = read;
  const warnings: RenderWarning[] = [];
  if (syntax === 'cii') {
    const detail = text('rendering.cii-not-validated');
    warnings.push({ code: 'cii_preview_only', detail });
  }
  warnings.push(...paymentWarnings(read));
  if (leftovers.length > 0) {
    const detail = text('rendering.leftovers', { length: leftovers.length });
    warnings.push({ code: 'beyond_model', detail });
  }
  return warnings;
}

function paymentWarnings(read: ReadInvoice): RenderWarning[] {
  const { isInOtherCurrency, disagrees } = checkDue(read);
  if (isInOtherCurrency) {
    const detail = text('rendering.payment-other-currency');
    return [{ code: 'amount_due_currency', detail }];
  }
  if (disagrees) {
    const detail = text('rendering.payment-inconsistent');
    return [{ code: 'amount_due_disagrees', detail }];
  }
  const order = toPaymentOrder(read);
  if (typeof order !== 'string') return [];
  return [{ code: 'payment_code_missing', detail: { sk: labelOf(order, 'sk'), en: labelOf(order, 'en') } }];
}
