import { findInvoice, readInvoice } from '../../invoice/index.ts';
import { NodeKind, type ParsedXml, parseXml, stringValue, type XmlElement, type XmlLimits } from '../../xml/index.ts';
import { type AttachedFile, PdfRefused, type ReadingLimits, readAttachments } from './attachments.ts';
import type { PdfText } from './read-text.ts';

/** The invoice in a hybrid PDF. */
export type Embedded = {
  readonly filename: string;
  /** How much of EN 16931 it has, by the name that the standards of hybrid invoices give it; else its own id. */
  readonly profile: string | null;
  readonly bytes: Uint8Array;
  /** The same as text. */
  readonly xml: string;
  /** What the pages of the PDF say; null where that cannot be read. */
  readonly pages: PdfText | null;
};

/**
 * The names under which the standards put their XML into a PDF, the most telling first: Factur-X and ZUGFeRD from 2.1,
 * ZUGFeRD 1 and 2.0, XRechnung, Order-X, and ours.
 */
const NAMES = ['factur-x.xml', 'xrechnung.xml', 'zugferd-invoice.xml', 'invoice.xml', 'order-x.xml'];

/**
 * Finds the invoice in a hybrid PDF: by the names of the standards, else the first XML that is an invoice.
 *
 * @throws PdfRefused; the signal's reason once it aborts
 */
export async function readHybrid(
  pdf: Uint8Array,
  limits: ReadingLimits,
  signal?: AbortSignal,
  xmlLimits?: Partial<XmlLimits>,
): Promise<Embedded> {
  const { files, text } = await readAttachments(pdf, limits, signal);
  const parsed = files.flatMap((file) => {
    const read = parseXml(file.bytes, xmlLimits);
    return read.ok ? [{ file, ...read }] : [];
  });
  const named = NAMES.flatMap((name) => parsed.filter(({ file }) => baseName(file) === name));
  const found = named.find(isInvoice) ?? parsed.find(isInvoice) ?? named[0];
  if (found === undefined) throw new PdfRefused('nothing');
  const { file, document, encoding } = found;
  return {
    filename: file.name,
    profile: profileOf(document.root),
    bytes: file.bytes,
    xml: new TextDecoder(encoding, { ignoreBOM: true }).decode(file.bytes),
    pages: text,
  };
}

const baseName = ({ name }: AttachedFile): string => name.toLowerCase().replace(/^.*[/\\]/, '');

function isInvoice({ document }: Extract<ParsedXml, { ok: true }>): boolean {
  const root = findInvoice(document);
  return root !== null && readInvoice(root) !== null;
}

/** Endings of the ids of profiles: Factur-X 1.0, ZUGFeRD 1 and 2, Order-X, XRechnung, Peppol. */
const PROFILES: readonly (readonly [id: RegExp, name: string])[] = [
  [/xrechnung/, 'XRECHNUNG'],
  [/peppol/, 'PEPPOL'],
  [/:minimum$/, 'MINIMUM'],
  [/:basicwl$/, 'BASIC WL'],
  [/:basic$/, 'BASIC'],
  [/:comfort$/, 'COMFORT'],
  [/:extended$/, 'EXTENDED'],
  [/^urn:cen\.eu:en16931:2017$/, 'EN 16931'],
];

function profileOf(root: XmlElement): string | null {
  const element =
    findElement(root, 'GuidelineSpecifiedDocumentContextParameter', 3) ?? findElement(root, 'CustomizationID', 2);
  if (element === null) return null;
  const id = stringValue(element).trim();
  return PROFILES.find(([pattern]) => pattern.test(id.toLowerCase()))?.[1] ?? (id === '' ? null : id.slice(0, 200));
}

/** The first element of the local name, at most so deep. */
function findElement(from: XmlElement, local: string, depth: number): XmlElement | null {
  if (from.local === local) return from;
  if (depth === 0) return null;
  for (const child of from.children) {
    const found = child.kind === NodeKind.ELEMENT ? findElement(child, local, depth - 1) : null;
    if (found !== null) return found;
  }
  return null;
}
