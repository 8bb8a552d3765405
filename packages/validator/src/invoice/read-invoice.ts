import { stringValue, type XmlElement } from '@e-invoice/schematron/xml';
import { ciiCodecs } from './codecs-cii.ts';
import { ublCodecs } from './codecs-ubl.ts';
import { findElements, type PathContext, type Used } from './find-nodes.ts';
import { type Leftover, listLeftovers } from './leftovers.ts';
import { type Extensions, extensions, type InvoiceTerms, invoice, linesWithRoles } from './model/invoice.ts';
import { type DocumentKind, NAMESPACES, toPath } from './path.ts';
import { readFields, type Sources, type Syntax } from './read-fields.ts';
import { toVariables } from './variables.ts';

/** An invoice or credit note in the terms of EN 16931-1. */
export type Invoice = InvoiceTerms & { readonly kind: DocumentKind };

/** Position of a line in the line hierarchy: `GROUP` and `INFORMATION` lines are not part of the sum of lines. */
export type LineRole = { readonly parent: string | null; readonly status: string | null };

export type ReadInvoice = {
  readonly syntax: 'ubl' | 'cii';
  readonly invoice: Invoice;
  /** All payment terms in document order; `dueDate` and `paymentTerms` of the invoice are taken from the first. */
  readonly paymentTerms: Extensions['paymentTerms'];
  readonly paymentReference: string | null;
  /** Roles of the lines in CII; empty for UBL. */
  readonly lineRoles: readonly LineRole[];
  /** Content of the XML beyond the model, in document order. */
  readonly leftovers: readonly Leftover[];
  /** Where the values of `invoice` were read. */
  readonly sources: Sources;
};

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
/** Document types of UNTDID 1001 that EN 16931 defines as credit notes. */
const CREDIT_NOTES = new Set(['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '532']);

const SYNTAXES: Readonly<Record<'ubl' | 'cii', Syntax>> = {
  ubl: { name: 'ubl', codecs: ublCodecs },
  cii: { name: 'cii', codecs: ciiCodecs },
};

/**
 * Reads a UBL 2.1 Invoice or CreditNote, or a CII D16B invoice, even if it is invalid: missing values are null,
 * values are returned as written.
 *
 * @param root the document element of the invoice itself, not of an envelope
 * @returns null if the element is not one of the three
 */
export function readInvoice(root: XmlElement): ReadInvoice | null {
  const kind = kindOf(root);
  if (kind === null) return null;
  const syntax = root.uri.startsWith(UBL) ? SYNTAXES.ubl : SYNTAXES.cii;
  const used: Used = new Set();
  const textAt = (path: string): string | null => {
    const [found] = findElements(root, toPath(path), {
      root,
      variables: toVariables(kind, null, null),
      used: new Set(),
    });
    return found === undefined ? null : stringValue(found).trim();
  };
  const variables = toVariables(
    kind,
    textAt(invoice.currency[syntax.name] as string),
    textAt(invoice.vatCurrency[syntax.name] as string),
  );
  const sources: Sources = new Map();
  const context = { root, variables, used, syntax, kind, sources, fromRoot: new Map() };
  const terms = readFields(invoice, root, context);
  const further = readFields(extensions, root, context);
  const lineRoles = hasRoles(root, context)
    ? readFields(linesWithRoles, root, context).lines.map(({ parent, status }) => ({ parent, status }))
    : [];
  const read: Invoice = { kind, ...terms };
  sources.set(read, sources.get(terms)!);
  return {
    syntax: syntax.name,
    invoice: read,
    ...further,
    lineRoles,
    leftovers: listLeftovers(root, used),
    sources,
  };
}

/** Few invoices have line roles, and reading all lines again would double the time. */
const hasRoles = (root: XmlElement, context: PathContext): boolean =>
  ROLES.some((role) => findElements(root, toPath(`${LINE_DOCUMENT}/${role}`), context).length > 0);

const LINE_DOCUMENT =
  'rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem/ram:AssociatedDocumentLineDocument';
const ROLES = ['ram:LineStatusReasonCode', 'ram:ParentLineID'];

function kindOf(root: XmlElement): DocumentKind | null {
  if (root.uri === `${UBL}Invoice-2` && root.local === 'Invoice') return 'invoice';
  if (root.uri === `${UBL}CreditNote-2` && root.local === 'CreditNote') return 'creditnote';
  if (root.uri !== NAMESPACES.get('rsm') || root.local !== 'CrossIndustryInvoice') return null;
  const reading = { root, variables: toVariables('invoice', null, null), used: new Set<never>() };
  const [type] = findElements(root, toPath(invoice.typeCode.cii as string), reading);
  return type !== undefined && CREDIT_NOTES.has(stringValue(type).trim()) ? 'creditnote' : 'invoice';
}
