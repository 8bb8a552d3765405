import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';

export type EmbeddedFile = {
  /** Empty if the PDF states no name. */
  readonly name: string;
  /** Media type; empty if the PDF states no type. */
  readonly type: string;
  readonly stream: PDFRawStream;
};

/** Limits on files, pages and tree depth, above those of any real invoice. */
const MAX_FILES = 200;
const MAX_PAGES = 2_000;
const MAX_DEPTH = 16;

/**
 * Lists embedded files: by name (ISO 32000-1, 7.7.4), associated with the document or a page (ISO 19005-3, 6.8), and
 * attached to a page as an annotation (ISO 32000-1, 12.5.6.15).
 */
export function listFiles({ catalog }: PDFDocument): EmbeddedFile[] {
  const found = new Map<PDFDict, EmbeddedFile>();
  const add = (spec: PDFObject | undefined, name = ''): void => {
    if (!(spec instanceof PDFDict) || found.has(spec) || found.size >= MAX_FILES) return;
    const file = toFile(spec, name);
    if (file !== null) found.set(spec, file);
  };
  const addAssociated = (of: PDFDict): void => {
    const associated = of.lookup(PDFName.of('AF'));
    if (associated instanceof PDFArray) for (const spec of itemsOf(associated)) add(spec);
    else add(associated);
  };
  const names = catalog.lookup(PDFName.of('Names'));
  if (names instanceof PDFDict) walkNames(names.lookup(PDFName.of('EmbeddedFiles')), add);
  addAssociated(catalog);
  for (const page of pagesOf(catalog.lookup(PDFName.of('Pages')))) {
    addAssociated(page);
    for (const annotation of itemsOf(page.lookup(PDFName.of('Annots')))) {
      if (!(annotation instanceof PDFDict)) continue;
      const isFile = annotation.lookup(PDFName.of('Subtype')) === PDFName.of('FileAttachment');
      if (isFile) add(annotation.lookup(PDFName.of('FS')));
      addAssociated(annotation);
    }
  }
  return [...found.values()];
}

function walkNames(root: PDFObject | undefined, add: (spec: PDFObject | undefined, name: string) => void): void {
  const visited = new Set<PDFObject>();
  const walk = (node: PDFObject | undefined, depth: number): void => {
    if (!(node instanceof PDFDict) || depth > MAX_DEPTH || visited.has(node)) return;
    visited.add(node);
    const pairs = itemsOf(node.lookup(PDFName.of('Names')));
    for (let at = 0; at + 1 < pairs.length; at += 2) add(pairs[at + 1], textOf(pairs[at]));
    for (const kid of itemsOf(node.lookup(PDFName.of('Kids')))) walk(kid, depth + 1);
  };
  walk(root, 0);
}

function pagesOf(root: PDFObject | undefined): PDFDict[] {
  const pages: PDFDict[] = [];
  const visited = new Set<PDFObject>();
  const walk = (node: PDFObject | undefined, depth: number): void => {
    if (!(node instanceof PDFDict) || visited.has(node) || depth > MAX_DEPTH || pages.length >= MAX_PAGES) return;
    visited.add(node);
    const kids = node.lookup(PDFName.of('Kids'));
    if (kids instanceof PDFArray) for (const kid of itemsOf(kids)) walk(kid, depth + 1);
    else pages.push(node);
  };
  walk(root, 0);
  return pages;
}

const itemsOf = (value: PDFObject | undefined): (PDFObject | undefined)[] =>
  value instanceof PDFArray ? Array.from({ length: value.size() }, (_, at) => value.lookup(at)) : [];

/** Keys of file names and streams; older programs use the last three. */
const KEYS = ['UF', 'F', 'Unix', 'Mac', 'DOS'];

function toFile(spec: PDFDict, listed: string): EmbeddedFile | null {
  const files = spec.lookup(PDFName.of('EF'));
  if (!(files instanceof PDFDict)) return null;
  const streams = KEYS.map((key) => files.lookup(PDFName.of(key)));
  const stream = streams.find((each): each is PDFRawStream => each instanceof PDFRawStream);
  if (stream === undefined) return null;
  const names = KEYS.map((key) => textOf(spec.lookup(PDFName.of(key))));
  const name = names.find((each) => each !== '') ?? listed;
  return { name, type: textOf(stream.dict.lookup(PDFName.of('Subtype'))), stream };
}

function textOf(value: PDFObject | undefined): string {
  if (value instanceof PDFString || value instanceof PDFHexString) return value.decodeText();
  return value instanceof PDFName ? value.decodeText() : '';
}
