import {
  NodeKind,
  parseXml,
  stringValue,
  type XmlDocument,
  type XmlElement,
  type XmlLimits,
} from '@e-invoice/schematron/xml';
import { findInvoice, type Invoice, readInvoice } from '@e-invoice/validator/invoice';
import { byEmbeddedName } from '../../lib/embedded-names.ts';

/** A file in a PDF. */
export type AttachedFile = { readonly name: string; readonly bytes: Uint8Array };

/** The file of a hybrid PDF that is its invoice. */
export type Chosen = {
  readonly file: AttachedFile;
  /** How much of EN 16931 it has, by the name that the standards of hybrid invoices give it; else its own id. */
  readonly profile: string | null;
  /** Its bytes as text. */
  readonly text: string;
  /** Null for an order, or a format that is not read. */
  readonly invoice: Invoice | null;
};

type Candidate = {
  readonly file: AttachedFile;
  readonly document: XmlDocument;
  readonly encoding: string;
  readonly invoice: Invoice | null;
};

/** By the names of the standards, else the first XML that is an invoice; null: there is none. */
export function chooseInvoice(files: readonly AttachedFile[], limits?: Partial<XmlLimits>): Chosen | null {
  const parsed = files.flatMap((file): Candidate[] => {
    const read = parseXml(file.bytes, { limits });
    return read.ok ? [{ ...read, file, invoice: invoiceIn(read.document) }] : [];
  });
  const { named } = byEmbeddedName(parsed, ({ file }) => file.name);
  const isInvoice = ({ invoice }: Candidate): boolean => invoice !== null;
  const found = named.find(isInvoice) ?? parsed.find(isInvoice) ?? named[0];
  if (found === undefined) return null;
  const { file, document, encoding, invoice } = found;
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(file.bytes);
  return { file, profile: profileOf(document.root), text, invoice };
}

function invoiceIn(document: XmlDocument): Invoice | null {
  const root = findInvoice(document);
  return root === null ? null : (readInvoice(root)?.invoice ?? null);
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
