import {
  decodePDFRawStream,
  EncryptedPDFError,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { byEmbeddedName } from '../src/lib/embedded-names.ts';
import type { Embedded } from './protocol.ts';

/** The invoice in a hybrid PDF (ISO 32000-1, 7.11.4), or why none is read of it. */
export async function readPdf(pdf: Uint8Array): Promise<Embedded> {
  try {
    return findInvoice(await PDFDocument.load(pdf, { updateMetadata: false }));
  } catch (error) {
    return { unread: error instanceof EncryptedPDFError ? 'encrypted' : 'damaged' };
  }
}

function findInvoice(document: PDFDocument): Embedded {
  // A file that breaks off is read without a complaint, and has none.
  if (!(document.catalog instanceof PDFDict)) return { unread: 'damaged' };
  const found: { readonly name: string; readonly stream: PDFRawStream }[] = [];
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict)) continue;
    const files = object.lookup(PDFName.of('EF'));
    if (!(files instanceof PDFDict)) continue;
    const name = textOf(object.lookup(PDFName.of('UF'))) || textOf(object.lookup(PDFName.of('F')));
    const stream = files.lookup(PDFName.of('UF')) ?? files.lookup(PDFName.of('F'));
    if (stream instanceof PDFRawStream && /\.xml$/i.test(name)) found.push({ name, stream });
  }
  const { named, others } = byEmbeddedName(found, ({ name }) => name);
  const first = named[0] ?? others[0];
  return first === undefined
    ? { unread: 'nothing' }
    : { name: first.name, bytes: decodePDFRawStream(first.stream).decode() };
}

function textOf(value: PDFObject | undefined): string {
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : '';
}
