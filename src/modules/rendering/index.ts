/**
 * Renders an invoice as a page for A4 print and phones, and as a PDF. Rendering must never execute content of the
 * invoice, access the network, or omit content of the XML.
 */
export { compareValues, type VisibleValues } from './hybrid/compare-values.ts';
export { type Embedded, PDF_CODES, PdfRefused } from './hybrid/embedded-invoice.ts';
export { makePdfReader, type PdfReader } from './hybrid/make-pdf-reader.ts';
export { validateHybrid } from './hybrid/validate-hybrid.ts';
export { VISIBLE_OUTCOMES } from './hybrid/visible-values.data.ts';
export { makePrinter, type Print, type Printer } from './pdf/make-printer.ts';
export { NotPrinted } from './pdf/not-printed.ts';
export { NotRenderable } from './read-document.ts';
export { RENDER_WARNINGS, type RenderWarning, renderInvoice } from './render-invoice.ts';
export type { Shown } from './render-metadata.ts';
export { makeRenderers, type Renderers } from './threads/make-renderers.ts';
export { RenderingStopped } from './threads/stopped.ts';
