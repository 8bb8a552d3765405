import { createHash } from 'node:crypto';
import { isPdf } from '../../../lib/is-pdf.ts';
import type { RenderCaller } from '../threads/make-renderers.ts';
import type { PdfReader } from './make-pdf-reader.ts';

/**
 * Validates a file that may be a hybrid PDF. For a hybrid PDF the embedded XML is validated, but the result has the
 * digest of the submitted file.
 *
 * @throws PdfRefused; SemaphoreFull; the reason of the signal; errors of the validator
 */
export async function validateHybrid<R extends { readonly sha256: string }>(
  reader: PdfReader,
  file: Uint8Array,
  caller: RenderCaller,
  validate: (xml: Uint8Array) => Promise<R>,
): Promise<R> {
  if (!isPdf(file)) return validate(file);
  const { bytes } = await reader.read(file, { ...caller, withPages: false });
  return { ...(await validate(bytes)), sha256: createHash('sha256').update(file).digest('hex') };
}
