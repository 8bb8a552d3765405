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
  /** Limits of the XML that is read; those of the service unless they are given. */
  readonly limits?: Partial<XmlLimits>;
};

/**
 * The printed invoice to stand inside another page, with `SHEET_STYLE`; that page tells the causes by the numbers that are
 * marks here. Findings without a cause have none.
 *
 * @throws NotRenderable when the bytes are no invoice
 */
export function renderSheet(bytes: Uint8Array, { language, issues, causes, limits }: SheetOptions): Html {
  const read = readDocument(bytes, limits);
  const explained = new Set(causes.flatMap(({ issue_indexes }) => issue_indexes));
  const told = issues.map((issue, index) => (explained.has(index) ? issue : { ...issue, business_terms: [] }));
  return embedded(makeView(read, language, told, causes), read);
}
