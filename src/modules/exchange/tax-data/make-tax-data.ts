import {
  type ElementToWrite,
  locationOf,
  parseXml,
  stringValue,
  writeXml,
  type XmlDocument,
  type XmlElement,
  type XmlLimits,
} from '@e-invoice/schematron/xml';
import { firstCharacters } from '../../../lib/first-characters.ts';
import { isSelfBilled } from '../../../lib/self-billed.ts';
import { documentUuid, nameUuid } from './document-uuid.ts';
import { elementsOf, nameOf, project, type Used } from './project.ts';
import { CONTENT, IDENTIFICATION } from './reported-elements.data.ts';

const SBDH = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const PXS = 'urn:peppol:schema:sk-taxdata:1.0';

/** A value of the invoice. */
export type Value = {
  /** Location in the invoice; attributes end with `/@name`. */
  readonly path: string;
  /** At most 200 characters. */
  readonly value: string;
};

export type TaxDataOptions = {
  /** Reporting access point: that of the sender (C2) or of the receiver (C3). */
  readonly role: 'C2' | 'C3';
  /** Time of the report, milliseconds since the epoch. */
  readonly at: number;
  readonly limits?: Partial<XmlLimits> | undefined;
};

export type TaxData = {
  /** Tax office identifier of the document; null when the invoice lacks a required value. */
  readonly documentUuid: string | null;
  readonly xml: string;
  readonly scope: 'D' | 'IC' | 'INTL';
  /** Business terms that the report requires and the invoice lacks. */
  readonly missing: readonly string[];
  /** Every value of the invoice is in `kept` or in `dropped`, in document order. */
  readonly reported: readonly Value[];
  readonly dropped: readonly Value[];
};

/** Placeholder for the identifiers of the access points, which are not known before they report. */
const UNKNOWN_PROVIDER = '000000';
const LONGEST = 200;

/** Member states of the European Union (ISO 3166-1 codes as used in addresses), and Northern Ireland (XI). */
const UNION = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '));

/**
 * Creates the tax data document of a UBL invoice or credit note, bare or in an envelope.
 *
 * @returns null when the bytes are not such a document
 */
export function makeTaxData(bytes: Uint8Array, options: TaxDataOptions): TaxData | null {
  const parsed = parseXml(bytes, { limits: options.limits ?? {} });
  return parsed.ok ? taxDataOf(parsed.document, options) : null;
}

/** Same as `makeTaxData`, for a parsed document. */
export function taxDataOf(document: XmlDocument, options: Omit<TaxDataOptions, 'limits'>): TaxData | null {
  const made = reportOf(document, options);
  if (made === null) return null;
  const { root, used, sellerCountry: _, ...report } = made;
  const reported: Value[] = [];
  const dropped: Value[] = [];
  list(root, used, reported, dropped);
  return { ...report, reported, dropped };
}

/** The report without the `kept` and `dropped` lists; `sellerCountry`: BT-40, empty when absent. */
export function reportOf(
  document: XmlDocument,
  options: Omit<TaxDataOptions, 'limits'>,
):
  | (Omit<TaxData, 'reported' | 'dropped'> & {
      readonly sellerCountry: string;
      readonly root: XmlElement;
      readonly used: Used;
    })
  | null {
  const outer = document.root;
  const root = outer.uri === SBDH ? elementsOf(outer).find(({ uri }) => uri !== SBDH) : outer;
  if (root === undefined || !/^urn:oasis:names:specification:ubl:schema:xsd:(Invoice|CreditNote)-2$/.test(root.uri)) {
    return null;
  }
  const used: Used = new Set();
  const missing: string[] = [];
  const identity = identityOf(root, missing);
  const uuid = identity === null ? null : documentUuid(identity);
  const reportsFor = reporterIn(root, options.role);
  const reporter = endpointOf(root, reportsFor);
  if (reporter === null && reportsFor === BUYER) missing.push('BT-49');
  const reported = [
    ...project(root, IDENTIFICATION, used),
    ...(uuid === null ? [] : [leaf('cbc:UUID', uuid)]),
    ...project(root, CONTENT, used),
  ];
  const [sellerCountry, buyerCountry] = [countryOf(root, SELLER), countryOf(root, BUYER)];
  const scope = scopeOf(sellerCountry, buyerCountry);
  const report = uuid === null ? null : nameUuid(`${uuid} ${options.role} S`);
  const xml = writeXml(wrap(reported, { scope, reporter, report, ...options }));
  return { documentUuid: uuid, xml, scope, missing, sellerCountry, root, used };
}

const SELLER = 'AccountingSupplierParty';
const BUYER = 'AccountingCustomerParty';

const leaf = (name: string, text: string, attributes: Readonly<Record<string, string>> = {}): ElementToWrite => ({
  name,
  attributes: new Map(Object.entries(attributes)),
  children: [],
  text,
});

const node = (name: string, ...children: readonly ElementToWrite[]): ElementToWrite => ({
  name,
  attributes: new Map(),
  children,
  text: null,
});

type Wrapping = Pick<TaxDataOptions, 'role' | 'at'> &
  Pick<TaxData, 'scope'> & {
    readonly reporter: Endpoint | null;
    /** Identifier of the report; null when that of the document is unknown. */
    readonly report: string | null;
  };

function wrap(reported: readonly ElementToWrite[], { scope, role, at, reporter, report }: Wrapping): ElementToWrite {
  const [day, time] = new Date(at).toISOString().split('T') as [string, string];
  return {
    name: 'pxs:TaxData',
    attributes: new Map([
      ['xmlns:pxs', PXS],
      ['xmlns:cac', `${UBL}:CommonAggregateComponents-2`],
      ['xmlns:cbc', `${UBL}:CommonBasicComponents-2`],
    ]),
    children: [
      leaf('cbc:CustomizationID', 'urn:peppol:taxdata:sk-1'),
      leaf('cbc:ProfileID', 'urn:peppol:taxreporting'),
      ...(report === null ? [] : [leaf('cbc:UUID', report)]),
      leaf('cbc:IssueDate', day),
      leaf('cbc:IssueTime', `${time.slice(0, 8)}Z`),
      leaf('pxs:TaxDataTypeCode', 'S'),
      leaf('pxs:DocumentScope', scope),
      leaf('pxs:ReporterRole', role),
      node('pxs:TaxAuthority', leaf('cbc:ID', 'SK-TAX')),
      ...(reporter === null
        ? []
        : [node('pxs:ReportingParty', leaf('cbc:EndpointID', reporter.id, { schemeID: reporter.scheme }))]),
      node('pxs:ReceivingParty', leaf('cbc:EndpointID', UNKNOWN_PROVIDER, { schemeID: '0242' })),
      node(
        'pxs:ReportersRepresentative',
        node('cac:PartyIdentification', leaf('cbc:ID', UNKNOWN_PROVIDER, { schemeID: '0242' })),
      ),
      node('pxs:ReportedTransaction', node('pxs:ReportedDocument', ...reported)),
    ],
    text: null,
  };
}

/** Adds every value of the element to `kept` or `dropped`. */
function list(element: XmlElement, used: Used, reported: Value[], dropped: Value[]): void {
  const children = elementsOf(element);
  const path = locationOf(element);
  const text = children.length === 0 ? stringValue(element).trim() : '';
  if (text !== '') (used.has(element) ? reported : dropped).push({ path, value: firstCharacters(text, LONGEST) });
  for (const attribute of element.attributes) {
    const value = { path: `${path}/@${attribute.local}`, value: firstCharacters(attribute.value, LONGEST) };
    (used.has(attribute) ? reported : dropped).push(value);
  }
  for (const child of children) list(child, used, reported, dropped);
}

function find(from: XmlElement, ...names: readonly string[]): XmlElement | null {
  let at: XmlElement | null = from;
  for (const name of names) at = at === null ? null : (elementsOf(at).find((child) => nameOf(child) === name) ?? null);
  return at;
}

function textOf(from: XmlElement, ...names: readonly string[]): string | null {
  const found = find(from, ...names);
  return found === null ? null : stringValue(found).trim() || null;
}

type Endpoint = { readonly scheme: string; readonly id: string };

function endpointOf(root: XmlElement, role: string): Endpoint | null {
  const endpoint = find(root, `cac:${role}`, 'cac:Party', 'cbc:EndpointID');
  const scheme = endpoint?.attributes.find(({ local }) => local === 'schemeID')?.value.trim() ?? '';
  const id = endpoint === null ? '' : stringValue(endpoint).trim();
  return scheme === '' || id === '' ? null : { scheme, id };
}

function identityOf(root: XmlElement, missing: string[]): Parameters<typeof documentUuid>[0] | null {
  const endpoint = endpointOf(root, SELLER);
  const typeCode = typeCodeOf(root);
  const number = textOf(root, 'cbc:ID');
  const issueDate = textOf(root, 'cbc:IssueDate');
  if (number === null) missing.push('BT-1');
  if (issueDate === null) missing.push('BT-2');
  if (typeCode === null) missing.push('BT-3');
  if (endpoint === null) missing.push('BT-34');
  if (endpoint === null || typeCode === null || number === null || issueDate === null) return null;
  return { scheme: endpoint.scheme, endpoint: endpoint.id, typeCode, number, issueDate };
}

/**
 * Party that an access point reports for: C2 for the sender, C3 for the receiver. The buyer sends self-billed
 * documents.
 */
function reporterIn(root: XmlElement, role: TaxDataOptions['role']): typeof SELLER | typeof BUYER {
  const specification = textOf(root, 'cbc:CustomizationID') ?? textOf(root, 'cbc:ProfileID');
  return (role === 'C3') === isSelfBilled(typeCodeOf(root), specification) ? SELLER : BUYER;
}

const typeCodeOf = (root: XmlElement): string | null =>
  textOf(root, 'cbc:InvoiceTypeCode') ?? textOf(root, 'cbc:CreditNoteTypeCode');

/** Domestic, intra-Union or international, by the countries of both addresses (BT-40, BT-55). */
function scopeOf(seller: string, buyer: string): TaxData['scope'] {
  if (seller === buyer) return 'D';
  return UNION.has(seller) && UNION.has(buyer) ? 'IC' : 'INTL';
}

const countryOf = (root: XmlElement, role: string): string =>
  textOf(root, `cac:${role}`, 'cac:Party', 'cac:PostalAddress', 'cac:Country', 'cbc:IdentificationCode') ?? '';
