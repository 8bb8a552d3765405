/**
 * An invoice as a page that prints on A4 and reads on a phone. It must never run anything of the invoice's, ask anybody
 * outside, or leave out what the XML says.
 */
export type { Language } from './labels.data.ts';
export {
  NotRenderable,
  type Rendered,
  type RenderOptions,
  type RenderWarning,
  renderInvoice,
} from './render-invoice.ts';
