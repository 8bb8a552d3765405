/**
 * Reads the invoice in one PDF, then what its pages say of it, and ends. A process of its own: a hostile PDF costs
 * itself alone.
 */
import { inflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { toShownInvoice } from '../shown.ts';
import { type AttachedFile, type Chosen, chooseInvoice } from './choose-invoice.ts';
import { compareValues } from './compare-values.ts';
import type { ReadingAsked, ReadingTold } from './read-hybrid.ts';

/** More files, and deeper trees of names, than any invoice has. */
const MOST_FILES = 200;
const DEEPEST = 8;

type Refused = Extract<ReadingTold, { kind: 'refused' }>;
const refused = (reason: Refused['reason']): Refused => ({ kind: 'refused', reason });

async function read(pdf: Uint8Array, { bytes, xml }: ReadingAsked): Promise<Chosen | Refused> {
  try {
    const document = await PDFDocument.load(pdf, { updateMetadata: false });
    const files: AttachedFile[] = [];
    let left = bytes;
    for (const spec of listFiles(document.catalog)) {
      const name = nameOf(spec);
      const stream = streamOf(spec);
      if (stream === null || !isXml(name, stream)) continue;
      const content = unpack(stream, left);
      left -= content.length;
      if (left < 0) return refused('limit');
      files.push({ name, bytes: content });
    }
    const chosen = chooseInvoice(files, xml);
    if (chosen === null) return refused('nothing');
    return chosen.file.bytes.length > (xml.bytes ?? Number.POSITIVE_INFINITY) ? refused('limit') : chosen;
  } catch (error) {
    if (error instanceof EncryptedPDFError) return refused('encrypted');
    return refused(error instanceof RangeError ? 'limit' : 'broken');
  }
}

const isXml = (name: string, { dict }: PDFRawStream): boolean =>
  /\.xml$/i.test(name) || /[/+]xml$/i.test(textOf(dict.lookup(PDFName.of('Subtype'))));

/** The file specifications of the document: by name (ISO 32000-1, 7.7.4), and associated with it (ISO 19005-3, 6.8). */
function listFiles(catalog: PDFDict): PDFDict[] {
  const found = new Set<PDFDict>();
  const walk = (node: PDFObject | undefined, depth: number): void => {
    if (!(node instanceof PDFDict) || depth > DEEPEST) return;
    const names = node.lookup(PDFName.of('Names'));
    if (names instanceof PDFArray) for (let at = 1; at < names.size(); at += 2) add(names.lookup(at));
    const kids = node.lookup(PDFName.of('Kids'));
    if (kids instanceof PDFArray) for (let at = 0; at < kids.size(); at++) walk(kids.lookup(at), depth + 1);
  };
  const add = (spec: PDFObject | undefined): void => {
    if (spec instanceof PDFDict && found.size < MOST_FILES) found.add(spec);
  };
  const names = catalog.lookup(PDFName.of('Names'));
  if (names instanceof PDFDict) walk(names.lookup(PDFName.of('EmbeddedFiles')), 0);
  const associated = catalog.lookup(PDFName.of('AF'));
  if (associated instanceof PDFArray) for (let at = 0; at < associated.size(); at++) add(associated.lookup(at));
  return [...found];
}

const nameOf = (spec: PDFDict): string => textOf(spec.lookup(PDFName.of('UF'))) || textOf(spec.lookup(PDFName.of('F')));

function textOf(value: PDFObject | undefined): string {
  if (value instanceof PDFString || value instanceof PDFHexString) return value.decodeText();
  return value instanceof PDFName ? value.decodeText() : '';
}

function streamOf(spec: PDFDict): PDFRawStream | null {
  const files = spec.lookup(PDFName.of('EF'));
  if (!(files instanceof PDFDict)) return null;
  const stream = files.lookup(PDFName.of('UF')) ?? files.lookup(PDFName.of('F'));
  return stream instanceof PDFRawStream ? stream : null;
}

/** @throws RangeError when there is more than so many bytes */
function unpack(stream: PDFRawStream, most: number): Uint8Array {
  const filter = stream.dict.lookup(PDFName.of('Filter'));
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter;
  // Nearly all files are packed this way, and this way a size is kept to while it unpacks.
  if (only === PDFName.of('FlateDecode') && stream.dict.lookup(PDFName.of('DecodeParms')) === undefined) {
    return inflateSync(stream.contents, { maxOutputLength: Math.max(1, most) });
  }
  return decodePDFRawStream(stream).decode();
}

const tell = (told: ReadingTold): Promise<void> =>
  new Promise((done, failed) =>
    process.send!(told, (error: Error | null) => (error === null ? done() : failed(error))),
  );

/** A name is told; a name of megabytes is none. */
const LONGEST_NAME = 500;

async function run(pdf: Uint8Array, asked: ReadingAsked): Promise<void> {
  const found = await read(pdf, asked);
  if ('kind' in found) return tell(found);
  const { file, profile, text } = found;
  const invoice = found.invoice === null ? null : toShownInvoice(found.invoice);
  const embedded = {
    filename: file.name.slice(0, LONGEST_NAME),
    profile,
    bytes: file.bytes,
    json: Buffer.from(JSON.stringify(text)),
    visible: invoice === null ? null : compareValues(invoice, null),
  };
  await tell({ kind: 'embedded', embedded });
  if (invoice === null) return;
  // Loaded only now: nobody who waits for the invoice waits for it.
  const { readText } = await import('./read-text.ts');
  const pages = await readText(pdf).catch(() => null);
  await tell({ kind: 'visible', visible: compareValues(invoice, pages) });
}

process.once('message', async (asked: ReadingAsked) => {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  await run(Buffer.concat(parts), asked);
  process.disconnect();
});
await tell({ kind: 'ready' });
// Whoever asked is gone.
process.once('disconnect', () => process.exit());
