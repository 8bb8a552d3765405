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

/** How a file is read. */
export type ReadOptions = {
  /** The names of the rules and tables that the document is for; unset: none, and every name is unknown. */
  readonly names?: NamePool;
  readonly limits?: Partial<XmlLimits> | undefined;
};

const DOCTYPE = '<!DOCTYPE';
const PARSER_OPTIONS = { position: false, defaultXMLVersion: '1.0', forceXMLVersion: true } as const;

/**
 * Bytes to a tree: XML 1.0 (fifth edition) with Namespaces in XML 1.0 (third edition), without a document type.
 *
 * Whatever the bytes are, the answer is a tree or the first fault; nothing is thrown. No entity but the five
 * predefined ones and character references is known, and nothing outside the bytes is ever read.
 *
 * @throws TypeError for what are no bytes: a text, an ArrayBuffer
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
 * The fields that the parser's `on` writes to. Written by name instead, because `on` writes them by computed key, which
 * makes V8 turn the parser into a slow dictionary and reading five times slower.
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

/** A decoder leaves a byte order mark out of the text. */
const withoutMark = (bytes: Uint8Array): Uint8Array => (bytes[0] === 0xef ? bytes.subarray(3) : bytes);

/** XML 1.0, 2.11: CRLF and CR are read as LF. Lines and columns stay what they are. */
const withLineFeeds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

/**
 * Reads a text that was read before, with the names of another pool.
 *
 * @throws XmlStop when it was not
 */
export function readText(text: string, names: NamePool): XmlDocument {
  const document = new XmlDocument(text, names);
  readInto(document, text.search(/[^ \t\n]/), NO_LIMITS);
  return document;
}

const NO_LIMITS: XmlLimits = { bytes: Infinity, depth: Infinity, attributes: Infinity, nodes: Infinity };

/** @throws XmlStop at the first fault. */
function readInto(document: XmlDocument, start: number, limits: XmlLimits): void {
  const { text } = document;
  const builder = new TreeBuilder(document, start, limits);
  const parser = new SaxesParser(PARSER_OPTIONS);
  const handlers = parser as unknown as ParserHandlers;
  handlers.openTagHandler = ({ name }) => builder.startElement(name, parser.position);
  handlers.closeTagHandler = () => builder.endElement(parser.position);
  handlers.attributeHandler = ({ name, value }) =>
    builder.addAttribute(name, value, builder.nextAttributeOffset(), parser.position);
  // Text is told of once the next `<` is read, a comment before its `>` is.
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
  // Only the first of two byte order marks is one; the parser would overlook the second.
  if (text.startsWith('\ufeff')) throw new XmlStop('text-outside-document-element', 0, 'U+FEFF');
  let written = 0;
  for (let at = text.indexOf(DOCTYPE); at !== -1; at = text.indexOf(DOCTYPE, written)) {
    parser.write(text.slice(written, at + DOCTYPE.length));
    written = at + DOCTYPE.length;
    // Elsewhere (in a comment, in CDATA) the same characters mean nothing, and other markup is being read.
    if (builder.at === at) throw new XmlStop('doctype-declaration', at, DOCTYPE);
  }
  parser.write(written === 0 ? text : text.slice(written)).close();
  builder.finish();
}

function failed(text: string, fault: FoundFault): ParsedXml {
  const position = positionIn(text, fault.offset);
  return { ok: false, faults: [{ code: XML_FAULT_REASONS[fault.reason], ...fault, ...position }] };
}
