import { type AppParts, makeProblem, type RouteContext, type UploadedFile } from '../../../http/index.ts';
import { isPdf } from '../../../lib/is-pdf.ts';
import { orPdfsBusy } from './validate-now.ts';

const MEBIBYTE = 1024 * 1024;

/** Limits of a body with XML files or hybrid PDFs. JSON escapes take up to six bytes per character. */
export const uploadLimits =
  (files: number) =>
  ({ maxPdfBytes, maxXmlBytes }: AppParts['config']) => {
    const fileBytes = Math.max(maxPdfBytes, maxXmlBytes);
    return { bytes: 2 * files * fileBytes + MEBIBYTE, fileBytes, files };
  };

/**
 * The XML of an uploaded file: the file itself, or the invoice in a hybrid PDF.
 *
 * @throws PdfRefused; Problem `file_too_large`, `overloaded`; CallerGone
 */
export async function readUploadedXml(
  { bytes, filename, declared }: UploadedFile,
  { app, owner, left }: RouteContext,
): Promise<Uint8Array> {
  const { maxPdfBytes, maxXmlBytes } = app.config;
  const isHybrid = declared !== 'xml' && isPdf(bytes);
  const limit = isHybrid ? maxPdfBytes : maxXmlBytes;
  if (bytes.length > limit) throw makeProblem('file_too_large', { filename: filename ?? 'invoice.xml', limit });
  if (!isHybrid) return bytes;
  const signal = left();
  return (await orPdfsBusy(app.pdfReader.read(bytes, { owner, signal }), signal)).bytes;
}
