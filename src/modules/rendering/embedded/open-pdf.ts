import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib';
import { type CrossReference, readCrossReference, referenceIn } from './cross-reference.ts';
import { type FoundObject, type LengthOf, ObjectParser } from './object-parser.ts';

export class PasswordNeeded extends Error {}

/**
 * Opens a PDF with the current version of every object, as viewers do. The library reads all objects in file order
 * and ignores the cross-reference sections, so it would also find objects that an incremental update deleted or
 * replaced. Therefore it receives a copy that contains only the current objects. If the cross-reference sections are
 * damaged, the file is read as it is. Encrypted files are opened with the empty user password.
 *
 * @throws PasswordNeeded; Error if the file is damaged
 */
export async function openPdf(pdf: Uint8Array): Promise<PDFDocument> {
  for (const file of startsOf(pdf)) {
    const current = copyCurrentObjects(file);
    const document = current === null ? null : await load(current);
    if (document?.catalog instanceof PDFDict) return document;
  }
  const document = await load(pdf);
  // The library reads truncated files without an error.
  if (!(document?.catalog instanceof PDFDict)) throw new Error('The PDF has no catalog');
  return document;
}

/**
 * Offsets count from the header, but some programs count from the start of the file even if other bytes precede the
 * header.
 */
function startsOf(pdf: Uint8Array): Uint8Array[] {
  const header = textOf(pdf.subarray(0, 1024)).indexOf('%PDF-');
  return header > 0 ? [pdf.subarray(header), pdf] : [pdf];
}

async function load(pdf: Uint8Array): Promise<PDFDocument | null> {
  const options = { updateMetadata: false };
  try {
    return await PDFDocument.load(pdf, { ...options, password: '' });
  } catch (error) {
    const unopened = await PDFDocument.load(pdf, { ...options, ignoreEncryption: true }).catch(() => null);
    if (unopened?.isEncrypted) throw new PasswordNeeded();
    if (error instanceof RangeError) throw error;
    return null;
  }
}

/** Returns a PDF of the current objects without images; null if the cross-reference sections are damaged. */
function copyCurrentObjects(pdf: Uint8Array): Uint8Array | null {
  try {
    const parser = new ObjectParser(pdf);
    const table = readCrossReference(parser, startOf(pdf));
    return write(pdf, parser, table);
  } catch {
    return null;
  }
}

const START = new TextEncoder().encode('startxref');

function startOf(pdf: Uint8Array): number {
  const [, digits] = /^startxref\s*(\d+)/.exec(textOf(pdf.subarray(lastIndexOf(pdf, START)).subarray(0, 64))) ?? [];
  if (digits === undefined) throw new Error('The PDF has no startxref (offset of its cross-reference section)');
  return Number(digits);
}

type Stored = { readonly found: FoundObject; readonly isObjectStream: boolean };

function write(pdf: Uint8Array, parser: ObjectParser, { entries, trailer }: CrossReference): Uint8Array {
  const root = referenceIn(trailer, 'Root');
  if (root === null || !entries.has(root.objectNumber)) throw new Error('The trailer has no catalog');
  const parts = [bytesOf('%PDF-1.7\n')];
  for (const { found } of currentObjects(parser, entries)) {
    parts.push(bytesOf(`${found.ref.objectNumber} ${found.ref.generationNumber} obj\n`));
    parts.push(...contentOf(pdf, found), bytesOf('\nendobj\n'));
  }
  for (const [number, entry] of entries) {
    // An object stream may still contain objects that an update has deleted.
    if (entry.kind === 'free' && number > 0) parts.push(bytesOf(`${number} 0 obj\nnull\nendobj\n`));
  }
  parts.push(bytesOf('trailer\n<<'));
  const id = trailer.get(PDFName.of('ID'));
  for (const [key, value] of [
    ['Root', root],
    ['Encrypt', trailer.get(PDFName.of('Encrypt'))],
    // The library does not decrypt files without an ID, although security handler revision 6 does not require one.
    ['ID', id instanceof PDFArray ? id : undefined],
  ] as const) {
    if (value !== undefined) parts.push(bytesOf(`/${key} `), serialize(value), bytesOf(' '));
    else if (key === 'ID') parts.push(bytesOf('/ID [<> <>]'));
  }
  parts.push(bytesOf('>>\nstartxref\n0\n%%EOF\n'));
  return concat(parts);
}

/**
 * Returns the objects to copy, ordered so that the library, which keeps the last version it reads, ends with the
 * current ones.
 */
function currentObjects(parser: ObjectParser, entries: CrossReference['entries']): Stored[] {
  const used = new Set<number>();
  for (const entry of entries.values()) if (entry.kind === 'compressed') used.add(entry.stream);
  const lengthOf: LengthOf = (length) => {
    const entry = entries.get(length.objectNumber);
    const object = entry?.kind === 'plain' ? parser.objectAt(entry.offset).object : null;
    return object instanceof PDFNumber ? object.asNumber() : null;
  };
  const objects: Stored[] = [];
  for (const [number, entry] of entries) {
    if (entry.kind !== 'plain') continue;
    const found = parser.objectAt(entry.offset, lengthOf);
    if (found.ref.objectNumber !== number || found.ref.generationNumber !== entry.generation) {
      throw new Error('The offset leads to another object');
    }
    const dict = found.object instanceof PDFRawStream ? found.object.dict : null;
    const type = dict?.get(PDFName.of('Type'));
    const isObjectStream = type === PDFName.of('ObjStm');
    if (type === PDFName.of('XRef') || isPicture(dict) || (isObjectStream && !used.has(number))) continue;
    objects.push({ found, isObjectStream });
  }
  // An object stream may contain an older version of an object. Among object streams the last one in the file is the
  // newest.
  return objects.sort((a, b) => Number(b.isObjectStream) - Number(a.isObjectStream) || a.found.start - b.found.start);
}

/** Images and form XObjects contain no embedded files but are the largest part of many PDFs. */
const isPicture = (dict: PDFDict | null): boolean =>
  dict?.get(PDFName.of('Type')) === PDFName.of('XObject') ||
  [PDFName.of('Image'), PDFName.of('Form')].some((name) => dict?.get(PDFName.of('Subtype')) === name);

function contentOf(pdf: Uint8Array, { object, start, end }: FoundObject): Uint8Array[] {
  if (!(object instanceof PDFRawStream)) return [pdf.subarray(start, end)];
  object.dict.set(PDFName.of('Length'), PDFNumber.of(object.contents.length));
  return [serialize(object.dict), bytesOf('\nstream\n'), object.contents, bytesOf('\nendstream')];
}

function serialize(object: PDFObject): Uint8Array {
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return bytes;
}

function lastIndexOf(bytes: Uint8Array, pattern: Uint8Array): number {
  for (
    let at = bytes.lastIndexOf(pattern[0]!);
    at !== -1;
    at = at === 0 ? -1 : bytes.lastIndexOf(pattern[0]!, at - 1)
  ) {
    if (pattern.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
