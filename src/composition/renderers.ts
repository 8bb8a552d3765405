import { join } from 'node:path';
import {
  makePdfReader,
  makePrinter,
  makeRenderers,
  type PdfReader,
  type Printer,
  type Renderers,
} from '../modules/rendering/index.ts';
import type { BaseParts } from './process-parts.ts';

/** Parts that render an invoice for people. */
export type RenderParts = {
  /** Renders invoices as HTML, large ones in a worker thread, which starts with the first large invoice. */
  readonly renderers: Renderers;
  /** Renders PDFs; Chromium starts with the first PDF. */
  readonly printer: Printer;
  readonly pdfReader: PdfReader;
  readonly close: () => Promise<void>;
};

/**
 * Creates the renderers without starting a thread or the browser.
 *
 * @param unpacked see `beginApp`
 */
export function makeRenderParts({ config, log, metrics }: BaseParts, unpacked: Promise<void> | null): RenderParts {
  const renderers = makeRenderers({
    timeLimit: config.validationLimits.timeLimit,
    memoryLimit: config.validationLimits.memoryLimit,
    limits: { bytes: config.maxXmlBytes },
    log,
    metrics,
  });
  const printer = makePrinter({
    path: config.chromiumPath,
    cache: join(config.dataDir, 'chromium'),
    ...config.pdf,
    unpacked,
    renderers,
    log,
    metrics,
  });
  const pdfReader = makePdfReader(config);
  return {
    renderers,
    printer,
    pdfReader,
    close: async () => {
      pdfReader.close();
      await printer.close();
      await renderers.close();
    },
  };
}
