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

/** What shows an invoice to people. */
export type Showing = {
  /** Makes pages of invoices, of large ones in a thread; it starts with the first of these. */
  readonly renderers: Renderers;
  /** Makes PDFs; Chromium starts with the first. */
  readonly printer: Printer;
  readonly pdfReader: PdfReader;
  readonly close: () => Promise<void>;
};

/**
 * Makes what shows invoices; no thread and no browser is started yet.
 *
 * @param unpacked as of `beginApp`
 */
export function makeShowing({ config, log, metrics }: BaseParts, unpacked: Promise<void> | null): Showing {
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
