import { SaxesParser } from 'saxes';
import { checkBytes } from './check-bytes.ts';
import { decodeXml, type Encoding } from './encoding.ts';
import { readPlain } from './fast-path-parser.ts';
import { type FoundFault, XML_FAULT_REASONS, type XmlFault, XmlStop } from './fault.ts';
import { DEFAULT_XML_LIMITS, type XmlLimits } from './limits.ts';
import { NamePool } from './names.ts';
import { faultOfMessage } from './parser-fault.ts';
import { positionIn } from './position.ts';
import { XmlDocument } from './tree.ts';
import { TreeBuilder } from './tree-builder.ts';

export type ParsedXml =
  | { readonly ok: true; readonly document: XmlDocument; readonly encoding: Encoding }
  | { readonly ok: false; readonly faults: readonly XmlFault[] };

export type ReadOptions = {
  /** The names of the rules and tables that the document is parsed for; unset: every name is unknown. */
  readonly names?: NamePool;
  readonly limits?: Partial<XmlLimits> | undefined;
};

const DOCTYPE = '<!DOCTYPE';
const PARSER_OPTIONS = { position: false, defaultXMLVersion: '1.0', forceXMLVersion: true } as const;

/**
 * Parses bytes to a tree: XML 1.0 (fifth edition) with Namespaces in XML 1.0 (third edition), without document type
 * declarations.
 *
 * Returns a tree or the first fault for any bytes. Only character references and the five predefined entities are
 * expanded; nothing outside the bytes is read.
 *
 * @throws TypeError for anything but a Uint8Array, such as a string or an ArrayBuffer
 */
export function parseXml(bytes: Uint8Array, { names = new NamePool(), limits }: ReadOptions = {}): ParsedXml {
  checkBytes(bytes);
  const bounds = { ...DEFAULT_XML_LIMITS, ...limits };
  if (bytes.length === 0) return failed('', { reason: 'no-bytes', offset: 0, found: null, expected: null });
  if (bytes.length > bounds.bytes) {
    const [found, expected] = [String(bytes.length), String(bounds.bytes)];
    return failed('', { reason: 'too-many-bytes', offset: 0, found, expected });
  }
  const decoded = decodeXml(bytes);
  if (!decoded.ok) return failed(decoded.text, decoded.fault);
  const text = withLineFeeds(decoded.text);
  const start = text.search(/[^ \t\n]/);
  if (start === -1) return failed('', { reason: 'only-white-space', offset: 0, found: null, expected: null });
  if (decoded.encoding === 'UTF-8') {
    const plain = new XmlDocument(text, names);
    if (readPlain(plain, withoutMark(bytes), bounds)) return { ok: true, document: plain, encoding: 'UTF-8' };
  }
  const document = new XmlDocument(text, names);
  try {
    readInto(document, start, bounds);
  } catch (error) {
    if (!(error instanceof XmlStop)) throw error;
    return failed(text, error.fault);
  }
  return { ok: true, document, encoding: decoded.encoding };
}

/**
 * The fields that the parser's `on` writes to. Assigned by name, because `on` uses computed keys, which makes V8 turn
 * the parser into a slow dictionary object and makes parsing five times slower.
 */
type ParserHandlers = {
  openTagHandler: (tag: { readonly name: string }) => void;
  closeTagHandler: () => void;
  attributeHandler: (attribute: { readonly name: string; readonly value: string }) => void;
  textHandler: (value: string) => void;
  cdataHandler: (value: string) => void;
  commentHandler: (value: string) => void;
  piHandler: (instruction: { readonly target: string; readonly body: string }) => void;
  xmldeclHandler: (declaration: { readonly version?: string }) => void;
  errorHandler: (error: Error) => void;
};

/** A decoder omits the byte order mark from the text. */
const withoutMark = (bytes: Uint8Array): Uint8Array => (bytes[0] === 0xef ? bytes.subarray(3) : bytes);

/** XML 1.0, 2.11: CRLF and CR are normalised to LF. Lines and columns are not affected. */
const withLineFeeds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

/**
 * Parses a text that was already parsed, with the names of another pool.
 *
 * @throws XmlStop if the text is not well-formed
 */
export function readText(text: string, names: NamePool): XmlDocument {
  const document = new XmlDocument(text, names);
  readInto(document, text.search(/[^ \t\n]/), NO_LIMITS);
  return document;
}

const NO_LIMITS: XmlLimits = { bytes: Infinity, depth: Infinity, attributes: Infinity, nodes: Infinity };

/** @throws XmlStop at the first fault */
function readInto(document: XmlDocument, start: number, limits: XmlLimits): void {
  const { text } = document;
  const builder = new TreeBuilder(document, start, limits);
  const parser = new SaxesParser(PARSER_OPTIONS);
  const handlers = parser as unknown as ParserHandlers;
  handlers.openTagHandler = ({ name }) => builder.startElement(name, parser.position);
  handlers.closeTagHandler = () => builder.endElement(parser.position);
  handlers.attributeHandler = ({ name, value }) =>
    builder.addAttribute(name, value, builder.nextAttributeOffset(), parser.position);
  // The parser reports text after reading the next `<`, but a comment before reading its `>`.
  handlers.textHandler = (value) => builder.addText(value, parser.position - 1);
  handlers.cdataHandler = (value) => builder.addText(value, parser.position);
  handlers.commentHandler = (value) => builder.addComment(value, parser.position + 1);
  handlers.piHandler = ({ target, body }) => builder.addInstruction(target, body, parser.position);
  handlers.xmldeclHandler = ({ version }) => {
    if (version !== '1.0') throw new XmlStop('version-unsupported', builder.at, version ?? null, '1.0');
    builder.at = parser.position;
  };
  handlers.errorHandler = ({ message }) => {
    throw new XmlStop(...faultOfMessage(message, text, parser.position, builder));
  };
  // Only the first of two byte order marks is one; the parser would ignore the second.
  if (text.startsWith('\ufeff')) throw new XmlStop('text-outside-document-element', 0, 'U+FEFF');
  let written = 0;
  for (let at = text.indexOf(DOCTYPE); at !== -1; at = text.indexOf(DOCTYPE, written)) {
    parser.write(text.slice(written, at + DOCTYPE.length));
    written = at + DOCTYPE.length;
    // Inside other markup (a comment, CDATA) these characters have no meaning.
    if (builder.at === at) throw new XmlStop('doctype-declaration', at, DOCTYPE);
  }
  parser.write(written === 0 ? text : text.slice(written)).close();
  builder.finish();
}

function failed(text: string, fault: FoundFault): ParsedXml {
  const position = positionIn(text, fault.offset);
  return { ok: false, faults: [{ code: XML_FAULT_REASONS[fault.reason], ...fault, ...position }] };
}
