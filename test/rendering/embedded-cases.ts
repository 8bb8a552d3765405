import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import { writeUbl } from '@e-invoice/validator/invoice';
import PDFKit from 'pdfkit';
import { DraftInvoice } from '../../src/modules/drafts/index.ts';
import { toInvoice } from '../../src/modules/drafts/to-invoice.ts';
import { LEAST } from '../drafts/drafts.ts';
import { type PdfObject, type Revision, writePdf } from '../support/write-pdf.ts';

/**
 * The result that every PDF reader must return: the number of the selected invoice, or why the PDF has no readable
 * one.
 */
type EmbeddedCase = {
  readonly is: string;
  readonly pdf: () => Uint8Array | Promise<Uint8Array>;
  readonly expected: {
    readonly name?: string;
    readonly number?: string;
    readonly unread?: 'nothing' | 'encrypted' | 'broken';
    /** First characters of a file that is not well-formed. */
    readonly begins?: string;
    readonly others?: readonly string[];
  };
};

/** Returns a valid invoice. */
export const invoiceOf = (number: string): string =>
  writeUbl(toInvoice(DraftInvoice.parse({ ...LEAST, invoiceNumber: number })).invoice);

const NEW = invoiceOf('NEW-1');
const OLD = invoiceOf('OLD-1');
const SUPPLEMENT = '<additional><row>1</row></additional>';

const stream = (text: string | Uint8Array, dictionary = '/Type /EmbeddedFile /Subtype /text#2Fxml'): PdfObject => ({
  dictionary: `${dictionary} /Filter /FlateDecode`,
  bytes: deflateSync(typeof text === 'string' ? Buffer.from(text) : text),
});
const spec = (name: string, number: number): string =>
  `<</Type /Filespec /F (${name}) /UF (${name}) /EF <</F ${number} 0 R>>>>`;
const catalog = (entries: string): string => `<</Type /Catalog /Pages 2 0 R ${entries}>>`;
const listing = (names: string): string => catalog(`/Names <</EmbeddedFiles <</Names [${names}]>>>>`);

const PAGES = {
  2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
  3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>>',
};
/** A PDF with one XML file: the stream is object 5, the file specification object 4. */
const ONE = { 1: listing('(factur-x.xml) 4 0 R'), ...PAGES, 4: spec('factur-x.xml', 5) };

const one = (objects: Revision['objects'], ...updates: Revision[]): Uint8Array => writePdf([{ objects }, ...updates]);
const two = (first: string, a: string, second: string, b: string): Uint8Array =>
  one({
    1: listing(`(${first}) 4 0 R (${second}) 6 0 R`),
    ...PAGES,
    4: spec(first, 5),
    5: stream(a),
    6: spec(second, 7),
    7: stream(b),
  });

type Algorithm = 'RC4-40' | 'RC4-128' | 'AES-128' | 'AES-256';

/** Encrypts with pdf-lib (AES-256, revision 6) in object streams. Strings in other objects stay unencrypted. */
async function inObjectStreams(algorithm: Algorithm, userPassword: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  await document.attach(Buffer.from(NEW), 'factur-x.xml', { mimeType: 'text/xml' });
  document.encrypt({ userPassword, ownerPassword: 'owner', algorithm, allowWeakCryptography: true });
  return document.save();
}

const VERSIONS = { 'RC4-40': '1.3', 'RC4-128': '1.4', 'AES-128': '1.6', 'AES-256': '1.7ext3' } as const;

/** Encrypts with pdfkit (AES-256, revision 5), including strings. */
function inPlainObjects(algorithm: Algorithm): Promise<Uint8Array> {
  const document = new PDFKit({ ownerPassword: 'owner', pdfVersion: VERSIONS[algorithm] });
  document.file(Buffer.from(NEW), { name: 'factur-x.xml', type: 'text/xml' });
  document.end();
  return buffer(document as unknown as Readable);
}

const found = { name: 'factur-x.xml', number: 'NEW-1' };
const replaced = (text: string): string => text.replaceAll('startxref', 'startxxxx');

/** PDFs with all supported forms of embedded invoices, and their expected results. */
export const EMBEDDED_CASES: readonly EmbeddedCase[] = [
  { is: 'one file', pdf: () => one({ ...ONE, 5: stream(NEW) }), expected: found },
  {
    is: 'a file that an update replaces',
    pdf: () => one({ ...ONE, 5: stream(OLD) }, { objects: { 5: stream(NEW) } }),
    expected: found,
  },
  {
    is: 'a specification that an update replaces, with another file',
    pdf: () => one({ ...ONE, 5: stream(OLD) }, { objects: { 4: spec('factur-x.xml', 6), 6: stream(NEW) } }),
    expected: found,
  },
  {
    is: 'a file that two updates replace, in cross-reference streams and object streams',
    pdf: () =>
      writePdf([
        { objects: { ...ONE, 5: stream(OLD) }, xref: 'stream', compressed: [1, 2, 3, 4] },
        { objects: { 4: spec('factur-x.xml', 6), 6: stream(OLD) }, xref: 'stream', compressed: [4] },
        { objects: { 4: spec('factur-x.xml', 7), 7: stream(NEW) }, xref: 'stream', compressed: [4] },
      ]),
    expected: found,
  },
  {
    is: 'a file that an update takes out of the list',
    pdf: () => one({ ...ONE, 5: stream(OLD) }, { objects: { 1: catalog('') } }),
    expected: { unread: 'nothing' },
  },
  {
    is: 'a specification that an update deletes, though the list still has it',
    pdf: () => one({ ...ONE, 5: stream(OLD) }, { objects: { 4: null } }),
    expected: { unread: 'nothing' },
  },
  {
    is: 'a compressed specification that an update deletes',
    pdf: () =>
      writePdf([
        { objects: { ...ONE, 5: stream(OLD) }, xref: 'stream', compressed: [2, 4] },
        { objects: { 4: null }, xref: 'stream' },
      ]),
    expected: { unread: 'nothing' },
  },
  {
    is: 'a hybrid-reference file',
    pdf: () => writePdf([{ objects: { ...ONE, 5: stream(NEW) }, xref: 'hybrid', compressed: [4] }]),
    expected: found,
  },
  {
    is: 'an update to which the end of the file does not refer',
    pdf: () => {
      const whole = Buffer.from(one({ ...ONE, 5: stream(NEW) }, { objects: { 5: stream(OLD) } })).toString('latin1');
      const end = whole.indexOf('%%EOF');
      const first = /startxref\n\d+\n/.exec(whole)![0];
      return Buffer.from(`${whole.slice(0, end)}${replaced(whole.slice(end))}${first}%%EOF\n`, 'latin1');
    },
    expected: found,
  },
  {
    is: 'a chain of cross-reference tables that leads back to itself',
    pdf: () => {
      const text = Buffer.from(one({ ...ONE, 5: stream(NEW) })).toString('latin1');
      const at = text.indexOf('xref\n0 1');
      return Buffer.from(text.replace('/Size 600', `/Size 600 /Prev ${at}`), 'latin1');
    },
    expected: found,
  },
  {
    is: 'a specification in the list itself',
    pdf: () => one({ 1: listing(`(factur-x.xml) ${spec('factur-x.xml', 5)}`), ...PAGES, 5: stream(NEW) }),
    expected: found,
  },
  {
    is: 'a tree of names',
    pdf: () =>
      one({
        1: catalog('/Names <</EmbeddedFiles <</Kids [8 0 R]>>>>'),
        ...PAGES,
        4: spec('factur-x.xml', 5),
        5: stream(NEW),
        8: '<</Kids [9 0 R 8 0 R]>>',
        9: '<</Limits [(a) (z)] /Names [(factur-x.xml) 4 0 R]>>',
      }),
    expected: found,
  },
  {
    is: 'a supplement before the invoice',
    pdf: () => two('additional_data.xml', SUPPLEMENT, 'Faktura_2027-001.xml', NEW),
    expected: { name: 'Faktura_2027-001.xml', number: 'NEW-1' },
  },
  {
    is: 'another XML under a usual name, and the invoice',
    pdf: () => two('factur-x.xml', SUPPLEMENT, 'other.xml', NEW),
    expected: { name: 'other.xml', number: 'NEW-1' },
  },
  {
    is: 'only a supplement',
    pdf: () => one({ 1: listing('(a.xml) 4 0 R'), ...PAGES, 4: spec('a.xml', 5), 5: stream(SUPPLEMENT) }),
    expected: { unread: 'nothing' },
  },
  {
    is: 'two invoices',
    pdf: () => two('FA-1.xml', NEW, 'FA-2.xml', OLD),
    expected: { name: 'FA-1.xml', number: 'NEW-1', others: ['FA-2.xml'] },
  },
  {
    is: 'two invoices of the same name',
    pdf: () => two('factur-x.xml', NEW, 'factur-x.xml', OLD),
    expected: { ...found, others: ['factur-x.xml'] },
  },
  { is: 'the same invoice twice', pdf: () => two('factur-x.xml', NEW, 'invoice.xml', NEW), expected: found },
  {
    is: 'a name without an ending, with a type',
    pdf: () => one({ ...ONE, 4: spec('faktura', 5), 5: stream(NEW) }),
    expected: { name: 'faktura', number: 'NEW-1' },
  },
  {
    is: 'neither a type nor an ending',
    pdf: () => one({ ...ONE, 4: spec('faktura', 5), 5: stream(NEW, '/Subtype /application#2Foctet-stream') }),
    expected: { name: 'faktura', number: 'NEW-1' },
  },
  {
    is: 'no name but that of the list',
    pdf: () => one({ ...ONE, 4: '<</EF <</F 5 0 R>>>>', 5: stream(NEW, '') }),
    expected: found,
  },
  {
    is: 'a page of HTML and no invoice',
    pdf: () => one({ ...ONE, 4: spec('a.html', 5), 5: stream('<!doctype html><p>x', '/Subtype /text#2Fhtml') }),
    expected: { unread: 'nothing' },
  },
  {
    is: 'a file associated with the document',
    pdf: () => one({ ...ONE, 1: catalog('/AF [4 0 R]'), 5: stream(NEW) }),
    expected: found,
  },
  {
    is: 'a file associated with a page',
    pdf: () => one({ ...ONE, 1: catalog(''), 3: '<</Type /Page /Parent 2 0 R /AF [4 0 R]>>', 5: stream(NEW) }),
    expected: found,
  },
  {
    is: 'a file attached to a page as an annotation',
    pdf: () =>
      one({
        ...ONE,
        1: catalog(''),
        3: '<</Type /Page /Parent 2 0 R /Annots [8 0 R]>>',
        5: stream(NEW),
        8: '<</Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 4 0 R>>',
      }),
    expected: found,
  },
  {
    is: 'a stream whose length is another object, with the end of a stream in it',
    pdf: () => {
      const bytes = Buffer.from(NEW.replace('</', '<!-- stream endstream endobj 4 0 obj << -->\n</'));
      return one({ ...ONE, 5: { dictionary: '/Type /EmbeddedFile /Length 8 0 R', bytes }, 8: String(bytes.length) });
    },
    expected: found,
  },
  {
    is: 'a stream that two filters pack',
    pdf: () => {
      const hex = `${deflateSync(Buffer.from(NEW)).toString('hex')}>`;
      return one({ ...ONE, 5: { dictionary: '/Filter [/ASCIIHexDecode /FlateDecode]', bytes: Buffer.from(hex) } });
    },
    expected: found,
  },
  {
    is: 'other bytes before and after the PDF',
    pdf: () =>
      Buffer.concat([
        Buffer.from('HTTP/1.1 200 OK\r\n\r\n'),
        one({ ...ONE, 5: stream(OLD) }, { objects: { 5: stream(NEW) } }),
        Buffer.alloc(3_000, ' '),
      ]),
    expected: found,
  },
  {
    is: 'a cross-reference table with wrong offsets',
    pdf: () => {
      const text = Buffer.from(one({ ...ONE, 5: stream(NEW) })).toString('latin1');
      return Buffer.from(text.replace('%\xe2', '% moved \xe2'), 'latin1');
    },
    expected: found,
  },
  {
    is: 'no cross-reference table',
    pdf: () => {
      const text = Buffer.from(one({ ...ONE, 5: stream(NEW) })).toString('latin1');
      return Buffer.from(text.slice(0, text.indexOf('xref\n0 1')), 'latin1');
    },
    expected: found,
  },
  ...(['RC4-40', 'RC4-128', 'AES-128', 'AES-256'] as const).flatMap((algorithm): EmbeddedCase[] => [
    { is: `${algorithm} and an owner password`, pdf: () => inPlainObjects(algorithm), expected: found },
    {
      is: `${algorithm}, object streams and an owner password`,
      pdf: () => inObjectStreams(algorithm, ''),
      expected: found,
    },
    {
      is: `${algorithm} and a user password`,
      pdf: () => inObjectStreams(algorithm, 'user'),
      expected: { unread: 'encrypted' },
    },
  ]),
  {
    is: 'Latin-1 without a declaration',
    pdf: () => one({ ...ONE, 5: stream(Buffer.from('<Invoice>Kr\xe1\u013e</Invoice>', 'latin1')) }),
    expected: { name: 'factur-x.xml', begins: '<Invoice>' },
  },
  {
    is: 'XML that breaks off',
    pdf: () => one({ ...ONE, 5: stream(NEW.slice(0, 900)) }),
    expected: { name: 'factur-x.xml', begins: '<?xml' },
  },
  {
    is: 'UTF-16',
    pdf: () => one({ ...ONE, 5: stream(Buffer.from(`\ufeff${NEW.replace('UTF-8', 'UTF-16')}`, 'utf16le')) }),
    expected: { name: 'factur-x.xml', number: 'NEW-1' },
  },
  { is: 'no file', pdf: () => one({ ...ONE, 1: catalog(''), 4: 'null' }), expected: { unread: 'nothing' } },
  {
    is: 'a damaged file',
    pdf: () => one({ ...ONE, 5: { dictionary: '/Filter /FlateDecode', bytes: Buffer.from('not packed') } }),
    expected: { unread: 'broken' },
  },
  { is: 'nothing but a header', pdf: () => Buffer.from('%PDF-1.7'), expected: { unread: 'broken' } },
];
