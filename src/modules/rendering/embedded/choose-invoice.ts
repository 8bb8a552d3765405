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

export type XmlFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** True if the file name or the media type indicates XML; false if only the first bytes do. */
  readonly isNamed: boolean;
};

export type Chosen = {
  readonly file: XmlFile;
  /** Profile name in the hybrid invoice standards; otherwise the specification id. */
  readonly profile: string | null;
  /** The XML as text; null if it is not well-formed. */
  readonly text: string | null;
  /** Null for an order, an unsupported format, or XML that is not well-formed. */
  readonly invoice: Invoice | null;
  readonly error: XmlFaultReason | null;
  readonly others: readonly string[];
};

type Candidate = {
  readonly file: XmlFile;
  readonly read: ReturnType<typeof parseXml>;
  readonly invoice: Invoice | null;
};

/**
 * Selects the invoice by the file names of the standards, otherwise the first XML that is an invoice. A malformed
 * file is selected only if there is no invoice, so that its error can be reported.
 *
 * @returns null if the PDF contains no invoice
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

/** Suffixes of profile ids: Factur-X 1.0, ZUGFeRD 1 and 2, Order-X, XRechnung, Peppol. */
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

/** Returns the first element with this local name, up to a maximum depth. */
function findElement(from: XmlElement, local: string, depth: number): XmlElement | null {
  if (from.local === local) return from;
  if (depth === 0) return null;
  for (const child of from.children) {
    const found = child.kind === NodeKind.ELEMENT ? findElement(child, local, depth - 1) : null;
    if (found !== null) return found;
  }
  return null;
}
