import { parseXml, positionOf, type XmlDocument, type XmlElement, type XmlNode } from '../xml/index.ts';
import type { Place } from './model.ts';
import type { Faults } from './refused.ts';

/** Where a schema lies and how its files are read; the engine itself opens nothing. */
export type SchematronSource = {
  /** Path of the schema; the paths of included files are made from it. */
  readonly file: string;
  /** The bytes of a file; throws when there is none. */
  readonly readFile: (path: string) => Uint8Array;
};

export type SourceFiles = {
  /** The document element of the schema, or null after a fault. */
  openSchema(): XmlElement | null;
  /** The element that an `href` written in `from` points to, or null after a fault. */
  open(from: XmlElement, href: string): XmlElement | null;
  place(node: XmlNode): Place;
  /** Everything read so far, by path. */
  bytes(): ReadonlyMap<string, Uint8Array>;
};

/** How a document came in: its path, and the document that includes it. */
type Origin = { readonly path: string; readonly target: string; readonly from: XmlDocument | null };

const documentOf = (node: XmlNode): XmlDocument => {
  let at: XmlNode = node;
  while (at.parent !== null) at = at.parent;
  return at as XmlDocument;
};

/** `href` as seen from the file at `from`: RFC 3986, section 5.2, for relative paths. */
export function resolvePath(from: string, href: string): string {
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

/** Opens the files of one schema. An inclusion that leads back to itself is a fault. */
export function makeSourceFiles(source: SchematronSource, faults: Faults): SourceFiles {
  const origins = new Map<XmlDocument, Origin>();
  const read = new Map<string, Uint8Array>();

  const place = (node: XmlNode): Place => {
    const document = documentOf(node);
    const { line, column } = positionOf(document, node.offset);
    return { file: origins.get(document)?.path ?? source.file, line, column };
  };

  const parse = (path: string, target: string, from: XmlDocument | null, at: Place): XmlElement | null => {
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
      for (const { line, column, reason } of parsed.faults) faults.add({ file: path, line, column }, reason);
      return null;
    }
    origins.set(parsed.document, { path, target, from });
    return parsed.document.root;
  };

  return {
    place,
    bytes: () => read,
    openSchema: () => parse(source.file, source.file, null, { file: source.file, line: 1, column: 1 }),
    open: (from, href) => {
      const at = place(from);
      if (href.trim() === '' || /^([a-z][a-z0-9+.-]*:|[/\\])/i.test(href)) {
        faults.add(at, `href "${href}" is not a relative path`);
        return null;
      }
      const [hrefPath = '', fragment] = href.split('#', 2);
      const path = hrefPath === '' ? at.file : resolvePath(at.file, decodeURIComponent(hrefPath));
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
