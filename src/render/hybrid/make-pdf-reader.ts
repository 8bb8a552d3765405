import { createHash } from 'node:crypto';
import { makeFairSemaphore } from '../../lib/fair-semaphore.ts';
import { makeGivenUp } from '../../lib/given-up.ts';
import type { RenderCaller } from '../threads/make-renderers.ts';
import { type Embedded, PdfRefused, readHybrid } from './read-hybrid.ts';

/** Takes invoices out of PDFs, a few at once. */
export type PdfReader = {
  /**
   * The invoice, and what the pages say of it; with `withPages: false` they are not read, which takes as long again.
   *
   * @throws PdfRefused, at once when a limit was reached by the same PDF lately; SemaphoreFull; the signal's reason
   */
  readonly read: (pdf: Uint8Array, caller: RenderCaller & { readonly withPages?: boolean }) => Promise<Embedded>;
};

/** ProcessMetrics that read at once: one owner never keeps both. */
const PLACES = { most: 2, mostOfOwner: 1, mostWaiting: 64, mostWaitingOfOwner: 16 };
const MIB = 1024 * 1024;
const LIMITS = { time: 15_000, textTime: 5_000, memory: 512 * MIB };

/** @param maxXmlBytes of the XML in a PDF */
export function makePdfReader({ maxXmlBytes }: { readonly maxXmlBytes: number }): PdfReader {
  const semaphore = makeFairSemaphore(PLACES);
  const givenUp = makeGivenUp<PdfRefused>(() => performance.now());
  const limits = { ...LIMITS, bytes: 4 * maxXmlBytes, xml: { bytes: maxXmlBytes } };
  return {
    read: async (pdf, { owner, signal, withPages = true }) => {
      const fingerprint = (): string => createHash('sha256').update(pdf).digest('hex');
      const known = givenUp.find(fingerprint);
      if (known !== null) throw known;
      const leave = await semaphore.enter(owner, signal);
      try {
        return await readHybrid(pdf, withPages ? limits : { ...limits, textTime: 0 }, signal);
      } catch (error) {
        if (error instanceof PdfRefused && error.reason === 'limit') givenUp.add(fingerprint(), error);
        throw error;
      } finally {
        leave();
      }
    },
  };
}
