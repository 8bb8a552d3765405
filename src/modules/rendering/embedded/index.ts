/**
 * The invoice in a hybrid PDF, for the service and for the page in the browser alike: both must take the same file of a PDF.
 * Nothing of Node is in it.
 */
import type { XmlLimits } from '@e-invoice/schematron/xml';
import { type Chosen, chooseInvoice, type XmlFile } from './choose-invoice.ts';
import { type EmbeddedFile, listFiles } from './list-files.ts';
import { openPdf, PasswordNeeded } from './open-pdf.ts';
import { peek, StreamTooLarge, unpackStream } from './unpack.ts';

/** Why a PDF has no invoice that can be read: none in it, a password, damage, or a limit. */
type WhyUnread = 'nothing' | 'encrypted' | 'broken' | 'limit';

type EmbeddedLimits = {
  /** Of all XML files in the PDF, in bytes. */
  readonly bytes: number;
  readonly xml: Partial<XmlLimits>;
};

/** Reads the invoice of a PDF. What is wrong with the PDF is a result, never an error. */
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

/** Bytes that show what a file is. */
const HEAD = 256;

/** XML after a byte order mark, blanks, and the zero bytes of UTF-16. */
const XML_HEAD = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)?[\s\0]*</;

/**
 * The bytes of an XML file, empty for other files; null when its stream is damaged. Names and types of files are often
 * wrong, so that the content decides where neither says XML.
 *
 * @throws StreamTooLarge for a file that is named as XML
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
