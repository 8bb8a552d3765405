import {
  ParseOption,
  XmlBufferInputProvider,
  XmlDocument,
  XmlElement,
  XmlParseError,
  XmlValidateError,
  XsdValidator,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';
import { depthOf, type PrefilterLimits, refuse } from './prefilter.ts';
import { makeUblXsd } from './ubl-xsd.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** A violation of the XML Schema. `path` has libxml2's format: `/Invoice/cac:InvoiceLine[2]/*[3]`. */
export type StructureFault = { readonly message: string; readonly path: string };

export type Opened = {
  readonly kind: 'ubl' | 'cii' | 'unknown';
  /** Without the envelope. */
  readonly text: string;
  /** Index of its root element in the file, in document order from 0; 0 without an envelope. */
  readonly index: number;
  /** Whether the document is inside another element. */
  readonly enveloped: boolean;
  /** Whether that element is not a standard business document envelope; the file is then no invoice. */
  readonly isForeign: boolean;
  readonly validate: () => StructureFault[];
};

type OpenedFile = { readonly ok: true; readonly document: Opened | null } | ReturnType<typeof refuse>;

export type StructureJudge = {
  /** Parses text that passed the prefilter, calls `use` with the document in it, then frees the memory. */
  readonly open: <Result>(text: string, use: (opened: OpenedFile) => Result) => Result;
};

/** The schema has two root namespaces; a schema without a target namespace imports both. */
const ENTRY = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${['Invoice', 'CreditNote']
  .map((name) => `<xs:import namespace="${UBL}${name}-2" schemaLocation="${name}.xsd"/>`)
  .join('')}</xs:schema>`;

/** CDATA sections become text: otherwise libxml2 rejects even white space in them. */
const OPTIONS =
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_IGNORE_ENC |
  ParseOption.XML_PARSE_BIG_LINES |
  ParseOption.XML_PARSE_NOCDATA;

/**
 * Paths to the document in an envelope, in the order in which the main validator tries them: a standard business
 * document, then any element that contains an invoice.
 */
const INSIDE = [
  '/*[local-name()="StandardBusinessDocument"]/*[local-name()!="StandardBusinessDocumentHeader"][1]',
  `(/*/*|/*/*/*|/*/*/*/*|/*/*/*/*/*)[namespace-uri()="${UBL}Invoice-2" and local-name()="Invoice" or namespace-uri()="${UBL}CreditNote-2" and local-name()="CreditNote" or local-name()="CrossIndustryInvoice"][1]`,
];

/**
 * Creates the structure validator: libxml2 with the XML Schema generated from the UBL 2.1 table, compiled once. Only
 * memory is readable: a document cannot make it open files or URLs, for example by schema locations.
 */
export function makeStructureJudge(
  tables: { readonly structure: string; readonly datatypes: string },
  limits: PrefilterLimits,
): StructureJudge {
  const validator = compileSchema(tables);
  return {
    open: (text, use) => {
      const parsed = parse(text);
      if (!(parsed instanceof XmlDocument)) return use(parsed);
      try {
        return use(depthOf(text) > limits.depth ? refuse('XML-TOO-DEEP') : openDocument(parsed, text, validator));
      } finally {
        parsed.dispose();
      }
    },
  };
}

function compileSchema(tables: Parameters<typeof makeUblXsd>[0]): XsdValidator {
  const encoder = new TextEncoder();
  const files = makeUblXsd(tables).map(({ name, text }) => [name, encoder.encode(text)] as const);
  xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(files)));
  try {
    return XsdValidator.fromDoc(XmlDocument.fromString(ENTRY, { url: 'entry.xsd' }));
  } finally {
    xmlCleanupInputProvider();
  }
}

function parse(text: string): XmlDocument | ReturnType<typeof refuse> {
  try {
    return XmlDocument.fromString(text, { option: OPTIONS });
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error;
    const detail = error.details[0]?.message.trim() ?? error.message;
    if (detail.startsWith('Excessive depth')) return refuse('XML-TOO-DEEP');
    return refuse('XML-NOT-WELL-FORMED', { sk: `Súbor nie je správne utvorené XML: ${detail}`, en: detail });
  }
}

function openDocument(file: XmlDocument, text: string, validator: XsdValidator): OpenedFile {
  const kind = kindOf(file.root);
  const isEnvelope = file.root.name === 'StandardBusinessDocument';
  if (!isEnvelope && kind !== 'unknown') {
    return {
      ok: true,
      document: {
        kind,
        text,
        index: 0,
        enveloped: false,
        isForeign: false,
        validate: () => faultsOf(file, validator),
      },
    };
  }
  const inner = file.get(INSIDE[isEnvelope ? 0 : 1]!);
  if (!(inner instanceof XmlElement)) {
    const nothing = { kind, text, index: 0, enveloped: false, isForeign: false, validate: () => [] } as const;
    return { ok: true, document: isEnvelope ? null : nothing };
  }
  const index = inner.eval('count(ancestor::*) + count(preceding::*)') as number;
  // Canonical XML adds the namespaces declared on the envelope.
  const own = inner.canonicalizeToString({ withComments: true });
  const validate = (): StructureFault[] => {
    const document = XmlDocument.fromString(own, { option: OPTIONS });
    try {
      return faultsOf(document, validator);
    } finally {
      document.dispose();
    }
  };
  return {
    ok: true,
    document: { kind: kindOf(inner), text: own, index, enveloped: true, isForeign: !isEnvelope, validate },
  };
}

function kindOf({ name, namespaceUri }: { name: string; namespaceUri: string }): Opened['kind'] {
  if ((name === 'Invoice' || name === 'CreditNote') && namespaceUri === `${UBL}${name}-2`) return 'ubl';
  return /^CrossIndustry(Invoice|Document)$/.test(name) ? 'cii' : 'unknown';
}

function faultsOf(document: XmlDocument, validator: XsdValidator): StructureFault[] {
  try {
    validator.validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    return error.details.map(({ message, xpath }) => ({ message: message.trim(), path: xpath ?? '/*' }));
  }
}
