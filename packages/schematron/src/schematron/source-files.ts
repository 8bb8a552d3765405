import {
  describeXmlError,
  parseXml,
  positionOf,
  type XmlDocument,
  type XmlElement,
  type XmlNode,
} from '../xml/index.ts';
import type { Schema, SourcePosition } from './model.ts';
import type { Faults } from './unsupported-construct.ts';

/** The path of a schema and a reader for its files; the compiler itself opens no files. */
export type SchematronSource = {
  /** Path of the schema; the paths of included files are resolved against it. */
  readonly file: string;
  /** Returns the bytes of a file; throws if it does not exist. */
  readonly readFile: (path: string) => Uint8Array;
};

export type SourceFiles = {
  /** The document element of the schema, or null after a fault. */
  openSchema(): XmlElement | null;
  /** The element that an `href` written in `from` references, or null after a fault. */
  open(from: XmlElement, href: string): XmlElement | null;
  place(node: XmlNode): SourcePosition;
  /** The prefixes declared (`ns`) by the schema around an included part; null if no other schema surrounds it. */
  prefixesAt(element: XmlElement): Readonly<Record<string, string>> | null;
  /** Reads the XML file that an expression at the position references, if it is a relative path. */
  openDocument(at: SourcePosition, href: string): void;
  /** The files referenced by expressions, by path: the text, or why it is missing. */
  documents(): Schema['documents'];
  /** Everything read so far, by path. */
  bytes(): ReadonlyMap<string, Uint8Array>;
};

/** The path of a document, and the document that includes it. */
type Origin = { readonly path: string; readonly target: string; readonly from: XmlDocument | null };

const documentOf = (node: XmlNode): XmlDocument => {
  let at: XmlNode = node;
  while (at.parent !== null) at = at.parent;
  return at as XmlDocument;
};

/** Resolves `href` against the file `from`: RFC 3986, section 5.2, for relative paths. */
function resolvePath(from: string, href: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of href.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..' && parts.at(-1) !== '') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function findById(element: XmlElement, id: string): XmlElement | null {
  for (const attribute of element.attributes) {
    if (attribute.local === 'id' && attribute.value === id) return element;
  }
  for (const child of element.children) {
    const found = child.kind === 1 ? findById(child, id) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Decodes a percent-encoded `href`; null if it is malformed. */
function decodeHref(href: string): string | null {
  try {
    return decodeURIComponent(href);
  } catch {
    return null;
  }
}

const ABSOLUTE = /^([a-z][a-z0-9+.-]*:|[/\\])/i;

/**
 * The path of a file that an expression in `file` references; an empty reference is the file itself (XSLT 1.0,
 * section 12.1). Null if it is not a relative path.
 */
export function documentPath(file: string, href: string): string | null {
  if (href === '') return file;
  return href.includes('#') || ABSOLUTE.test(href) ? null : resolvePath(file, href);
}

function prefixesOf(schema: XmlElement): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  for (const child of schema.children) {
    if (child.kind !== 1 || child.local !== 'ns' || child.uri !== schema.uri) continue;
    const value = (name: string): string => child.attributes.find(({ local }) => local === name)?.value.trim() ?? '';
    if (value('prefix') !== '' && value('uri') !== '') found.set(value('prefix'), value('uri'));
  }
  return Object.fromEntries(found);
}

/** Opens the files of one schema. A circular inclusion is a fault. */
export function makeSourceFiles(source: SchematronSource, faults: Faults): SourceFiles {
  const origins = new Map<XmlDocument, Origin>();
  const read = new Map<string, Uint8Array>();

  const place = (node: XmlNode): SourcePosition => {
    const document = documentOf(node);
    const { line, column } = positionOf(document, node.offset);
    return { file: origins.get(document)?.path ?? source.file, line, column };
  };

  const parse = (path: string, target: string, from: XmlDocument | null, at: SourcePosition): XmlElement | null => {
    let bytes = read.get(path);
    if (bytes === undefined) {
      try {
        bytes = source.readFile(path);
      } catch (error) {
        faults.add(at, `cannot read ${path} (${error instanceof Error ? error.message : String(error)})`);
        return null;
      }
      read.set(path, bytes);
    }
    const parsed = parseXml(bytes);
    if (!parsed.ok) {
      for (const fault of parsed.faults) {
        const { line, column } = fault;
        faults.add({ file: path, line, column }, `the file ${describeXmlError(fault)}`);
      }
      return null;
    }
    origins.set(parsed.document, { path, target, from });
    return parsed.document.root;
  };

  const prefixes = new Map<XmlDocument, Readonly<Record<string, string>> | null>();
  const prefixesAt = (element: XmlElement): Readonly<Record<string, string>> | null => {
    const document = documentOf(element);
    const known = prefixes.get(document);
    if (known !== undefined) return known;
    const isPart = (origins.get(document)?.from ?? null) !== null && document.root.local === 'schema';
    const found = isPart ? prefixesOf(document.root) : null;
    prefixes.set(document, found);
    return found;
  };

  const documents = new Map<string, { xml: string } | { reason: string }>();
  const openDocument = ({ file }: SourcePosition, href: string): void => {
    const path = documentPath(file, href);
    if (path === null || documents.has(path)) return;
    try {
      const bytes = source.readFile(path);
      const parsed = parseXml(bytes);
      documents.set(path, parsed.ok ? { xml: parsed.document.text } : { reason: describeXmlError(parsed.faults[0]!) });
      read.set(path, bytes);
    } catch (error) {
      documents.set(path, { reason: `cannot be read (${error instanceof Error ? error.message : String(error)})` });
    }
  };

  return {
    place,
    prefixesAt,
    openDocument,
    documents: () => documents,
    bytes: () => read,
    openSchema: () => parse(source.file, source.file, null, { file: source.file, line: 1, column: 1 }),
    open: (from, href) => {
      const at = place(from);
      if (href.trim() === '' || ABSOLUTE.test(href)) {
        faults.add(at, `href "${href}" is not a relative path`);
        return null;
      }
      const [hrefPath = '', fragment] = href.split('#', 2);
      const decoded = decodeHref(hrefPath);
      if (decoded === null) {
        faults.add(at, `href "${href}" is not percent-encoded UTF-8`);
        return null;
      }
      const path = decoded === '' ? at.file : resolvePath(at.file, decoded);
      const target = fragment === undefined ? path : `${path}#${fragment}`;
      const document = documentOf(from);
      for (let up: XmlDocument | null = document; up !== null; up = origins.get(up)?.from ?? null) {
        if (origins.get(up)?.target === target) {
          faults.add(at, `includes itself through ${target}`);
          return null;
        }
      }
      const root = parse(path, target, document, at);
      if (root === null || fragment === undefined) return root;
      const found = findById(root, fragment);
      if (found === null) faults.add(at, `${path} has no element with id ${fragment}`);
      return found;
    },
  };
}
