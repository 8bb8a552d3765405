import { createHash } from 'node:crypto';
import { isPdf } from '../../../lib/is-pdf.ts';
import type { RenderCaller } from '../threads/make-renderers.ts';
import type { PdfReader } from './make-pdf-reader.ts';

/**
 * Has a file judged that may be a hybrid PDF: of such a one the XML in it, though the digest is that of what was submitted.
 *
 * @throws PdfRefused; SemaphoreFull; the signal's reason; what the judge throws
 */
export async function validateHybrid<R extends { readonly sha256: string }>(
  reader: PdfReader,
  file: Uint8Array,
  caller: RenderCaller,
  judge: (xml: Uint8Array) => Promise<R>,
): Promise<R> {
  if (!isPdf(file)) return judge(file);
  const { bytes } = await reader.read(file, { ...caller, withPages: false });
  return { ...(await judge(bytes)), sha256: createHash('sha256').update(file).digest('hex') };
}
