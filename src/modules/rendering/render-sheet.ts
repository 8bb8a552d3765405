import type { XmlLimits } from '@e-invoice/schematron/xml';
import type { Html } from '../../lib/html.ts';
import type { PrintedCause, PrintedIssue } from './findings.ts';
import { embedded } from './html/invoice-page.ts';
import type { Language } from './labels.data.ts';
import { readDocument } from './read-document.ts';
import { makeView } from './view.ts';

type SheetOptions = {
  readonly language: Language;
  readonly issues: readonly PrintedIssue[];
  readonly causes: readonly PrintedCause[];
  /** XML limits; default: those of the service. */
  readonly limits?: Partial<XmlLimits>;
};

/**
 * Renders the invoice for embedding into another page, together with `SHEET_STYLE`. That page lists the root causes
 * by the numbers of the marks. Findings without a root cause have no mark.
 *
 * @throws NotRenderable if the bytes are not an invoice
 */
export function renderSheet(bytes: Uint8Array, { language, issues, causes, limits }: SheetOptions): Html {
  const read = readDocument(bytes, limits);
  const explained = new Set(causes.flatMap(({ issue_indexes }) => issue_indexes));
  const shown = issues.map((issue, index) => (explained.has(index) ? issue : { ...issue, business_terms: [] }));
  return embedded(makeView(read, language, shown, causes), read);
}
