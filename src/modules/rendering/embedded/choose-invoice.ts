import {
  NodeKind,
  parseXml,
  stringValue,
  type XmlDocument,
  type XmlElement,
  type XmlFaultReason,
  type XmlLimits,
} from '@e-invoice/schematron/xml';
import { findInvoice, type Invoice, readInvoice } from '@e-invoice/validator/invoice';
import { byEmbeddedName } from '../../../lib/embedded-names.ts';
import { firstCharacters } from '../../../lib/first-characters.ts';

/** An XML file in a PDF. */
export type XmlFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Its name or its type says XML; false: only its first bytes do. */
  readonly isNamed: boolean;
};

/** The file of a hybrid PDF that is its invoice. */
export type Chosen = {
  readonly file: XmlFile;
  /** How much of EN 16931 it has, by the name that the standards of hybrid invoices give it; else its own id. */
  readonly profile: string | null;
  /** Its bytes as text; null when it is not well-formed. */
  readonly text: string | null;
  /** Null for an order, a format that is not read, or XML that is not well-formed. */
  readonly invoice: Invoice | null;
  /** Why it is not well-formed; null when it is. */
  readonly error: XmlFaultReason | null;
  /** The names of the other invoices in the PDF. */
  readonly others: readonly string[];
};

type Candidate = {
  readonly file: XmlFile;
  readonly read: ReturnType<typeof parseXml>;
  readonly invoice: Invoice | null;
};

/**
 * Chooses by the names of the standards, else the first XML that is an invoice. A file that is damaged is chosen only when
 * there is no invoice: its reader can then be told what is wrong with it.
 *
 * @returns null when there is no invoice
 */
export function chooseInvoice(files: readonly XmlFile[], limits?: Partial<XmlLimits>): Chosen | null {
  const candidates = files.map((file): Candidate => {
    const read = parseXml(file.bytes, { limits });
    return { file, read, invoice: read.ok ? invoiceIn(read.document) : null };
  });
  const { named, others } = byEmbeddedName(candidates, ({ file }) => file.name);
  const isInvoice = ({ invoice }: Candidate): boolean => invoice !== null;
  const isBroken = ({ read, file }: Candidate): boolean => !read.ok && file.isNamed;
  const found = named.find(isInvoice) ?? others.find(isInvoice) ?? named[0] ?? others.find(isBroken);
  if (found === undefined) return null;
  const { file, read, invoice } = found;
  const rest = [...named, ...others].filter((each) => isInvoice(each) && !isSame(each.file.bytes, file.bytes));
  return {
    file,
    profile: read.ok ? profileOf(read.document.root) : null,
    text: read.ok ? new TextDecoder(read.encoding, { ignoreBOM: true }).decode(file.bytes) : null,
    invoice,
    error: read.ok ? null : read.faults[0]!.reason,
    others: rest.map((each) => each.file.name),
  };
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

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
  return (
    PROFILES.find(([pattern]) => pattern.test(id.toLowerCase()))?.[1] ?? (id === '' ? null : firstCharacters(id, 200))
  );
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
