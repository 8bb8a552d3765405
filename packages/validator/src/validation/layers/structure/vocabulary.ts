/** An XML vocabulary for invoices: names and conventions that its tables leave out. */
export type Vocabulary = {
  /** Also the first part of the rule ids. */
  readonly id: 'UBL' | 'CII';
  /** The namespaces of the prefixes in the table. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** The usual prefix of each namespace. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** The document elements; each local name is also the name of its content type. */
  readonly documents: readonly { readonly uri: string; readonly local: string }[];
  /** Whether a name is shown without its namespace: a document element of the family. */
  readonly isDocumentName: (uri: string, local: string) => boolean;
  /** The content of an element whose row leaves it out. */
  readonly usualContent: (element: string) => string;
};

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

export const EXTENSION_NAMESPACE = `${UBL}CommonExtensionComponents-2`;

/** UBL 2.1 Invoice and CreditNote. */
export const UBL_VOCABULARY: Vocabulary = {
  id: 'UBL',
  ...withPrefixes({
    cac: `${UBL}CommonAggregateComponents-2`,
    cbc: `${UBL}CommonBasicComponents-2`,
    ext: EXTENSION_NAMESPACE,
  }),
  documents: ['Invoice', 'CreditNote'].map((local) => ({ uri: `${UBL}${local}-2`, local })),
  isDocumentName: (uri, local) => uri === `${UBL}${local}-2`,
  // `PartyType` of `cac:Party`, `DateType` of `cbc:IssueDate`.
  usualContent(element) {
    const local = element.slice('cbc:'.length);
    return `${element.startsWith('cac') ? local : (/[A-Z][a-z]+$/.exec(local)?.[0] ?? local)}Type`;
  },
};

const CII = 'urn:un:unece:uncefact:data:standard:';
const CROSS_INDUSTRY_INVOICE = `${CII}CrossIndustryInvoice:100`;

/** UN/CEFACT Cross Industry Invoice D16B. */
export const CII_VOCABULARY: Vocabulary = {
  id: 'CII',
  ...withPrefixes({
    rsm: CROSS_INDUSTRY_INVOICE,
    ram: `${CII}ReusableAggregateBusinessInformationEntity:100`,
    udt: `${CII}UnqualifiedDataType:100`,
    qdt: `${CII}QualifiedDataType:100`,
  }),
  documents: [{ uri: CROSS_INDUSTRY_INVOICE, local: 'CrossIndustryInvoice' }],
  isDocumentName: (uri) => uri === CROSS_INDUSTRY_INVOICE,
  // `TradePartyType` of `ram:TradeParty`.
  usualContent: (element) => `${element.slice(element.indexOf(':') + 1)}Type`,
};

function withPrefixes(namespaces: Readonly<Record<string, string>>): Pick<Vocabulary, 'namespaces' | 'prefixes'> {
  const entries = Object.entries(namespaces);
  return {
    namespaces: new Map(entries),
    prefixes: new Map(entries.map(([prefix, uri]) => [uri, prefix])),
  };
}
