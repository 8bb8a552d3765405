import { makeGate } from '../../lib/gate.ts';
import { PdfRefused } from './attachments.ts';
import { type Embedded, readHybrid } from './read-hybrid.ts';

/** Takes invoices out of PDFs, a few at once. */
export type PdfReader = {
  /** @throws PdfRefused; the signal's reason once it aborts */
  readonly read: (pdf: Uint8Array, signal: AbortSignal) => Promise<Embedded>;
};

/** Processes that read at once. */
const READERS = 2;
const MIB = 1024 * 1024;
const LIMITS = { time: 15_000, textTime: 5_000, memory: 512 * MIB };

/** @param maxXmlBytes of the XML in a PDF */
export function makePdfReader({ maxXmlBytes }: { readonly maxXmlBytes: number }): PdfReader {
  const gate = makeGate(READERS);
  return {
    read: async (pdf, signal) => {
      const leave = await gate.enter(signal);
      try {
        const embedded = await readHybrid(pdf, { ...LIMITS, bytes: 4 * maxXmlBytes }, signal, { bytes: maxXmlBytes });
        if (embedded.bytes.length > maxXmlBytes) throw new PdfRefused('limit');
        return embedded;
      } finally {
        leave();
      }
    },
  };
}
