/**
 * An invoice as a page that prints on A4 and reads on a phone, and as a PDF. It must never run anything of the
 * invoice's, ask anybody outside, or leave out what the XML says.
 */
export type { ChromiumPlace } from './chromium/ways-to-run.ts';
export { compareValues, type VisibleOutcome, type VisibleValue, type VisibleValues } from './hybrid/compare-values.ts';
export { makePdfReader, type PdfReader } from './hybrid/make-pdf-reader.ts';
export { type Embedded, PdfRefused } from './hybrid/read-hybrid.ts';
export { VISIBLE_OUTCOMES } from './hybrid/visible-values.data.ts';
export type { Language } from './labels.data.ts';
export { makePrinter, type Print, type Printer, type PrinterParts } from './paper/make-printer.ts';
export { NotPrinted, type NotPrintedReason } from './paper/not-printed.ts';
export {
  NotRenderable,
  type Rendered,
  type RenderOptions,
  type RenderWarning,
  renderInvoice,
} from './render-invoice.ts';
export type { Shown, ShownInvoice } from './shown.ts';
export { makeRenderers, type RenderCaller, type Renderers, type RenderersParts } from './threads/make-renderers.ts';
export { RenderingStopped } from './threads/stopped.ts';
