import { PDFDocument } from '@cantoo/pdf-lib';

/** One-page PDF with these embedded files. */
export async function makePdf(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage().drawSquare({ size: 10 });
  for (const [name, content] of Object.entries(files))
    await document.attach(Buffer.from(content), name, { mimeType: 'text/xml' });
  return document.save();
}
