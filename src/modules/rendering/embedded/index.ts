/**
 * Extracts the invoice of a hybrid PDF. Uses no Node APIs: the service and the browser page share this code, so that
 * both select the same file.
 */
import type { XmlLimits } from '@e-invoice/schematron/xml';
import { type Chosen, chooseInvoice, type XmlFile } from './choose-invoice.ts';
import { type EmbeddedFile, listFiles } from './list-files.ts';
import { openPdf, PasswordNeeded } from './open-pdf.ts';
import { peek, StreamTooLarge, unpackStream } from './unpack.ts';

/** Why a PDF has no readable invoice: no invoice, password protection, damage, or a limit. */
type WhyUnread = 'nothing' | 'encrypted' | 'broken' | 'limit';

type EmbeddedLimits = {
  /** Total size of the XML files in the PDF, in bytes. */
  readonly bytes: number;
  readonly xml: Partial<XmlLimits>;
};

/** Reads the invoice of a PDF. Problems of the PDF are returned, not thrown. */
export async function readEmbedded(pdf: Uint8Array, { bytes, xml }: EmbeddedLimits): Promise<Chosen | WhyUnread> {
  try {
    const files: XmlFile[] = [];
    let left = bytes;
    let isDamaged = false;
    for (const file of listFiles(await openPdf(pdf))) {
      const content = readXml(file, left);
      if (content === null) isDamaged ||= isNamedXml(file);
      else if (content.length > 0) files.push({ name: file.name, bytes: content, isNamed: isNamedXml(file) });
      left -= content?.length ?? 0;
    }
    const chosen = chooseInvoice(files, xml);
    if (chosen === null) return isDamaged ? 'broken' : 'nothing';
    return chosen.file.bytes.length > (xml.bytes ?? Number.POSITIVE_INFINITY) ? 'limit' : chosen;
  } catch (error) {
    if (error instanceof PasswordNeeded) return 'encrypted';
    return error instanceof StreamTooLarge || error instanceof RangeError ? 'limit' : 'broken';
  }
}

const isNamedXml = ({ name, type }: EmbeddedFile): boolean => /\.xml$/i.test(name) || /[/+]xml$/i.test(type);

/** Number of bytes that suffice to detect the file type. */
const HEAD = 256;

/** XML after an optional byte order mark, white space, and the zero bytes of UTF-16. */
const XML_HEAD = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)?[\s\0]*</;

/**
 * Returns the bytes of an XML file, an empty array for other files, or null if its stream is damaged. File names and
 * media types are often wrong, so the content is checked if neither indicates XML.
 *
 * @throws StreamTooLarge if the file name or type indicates XML
 */
function readXml(file: EmbeddedFile, limit: number): Uint8Array | null {
  const isNamed = isNamedXml(file);
  try {
    if (!isNamed && !XML_HEAD.test(new TextDecoder('latin1').decode(peek(file.stream, HEAD)))) return new Uint8Array();
    return unpackStream(file.stream, limit);
  } catch (error) {
    if (isNamed && (error instanceof StreamTooLarge || error instanceof RangeError)) throw error;
    return null;
  }
}
