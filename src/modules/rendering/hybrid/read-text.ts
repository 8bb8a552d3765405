import { getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs';
import { type PlacedText, toLines } from './to-lines.ts';

/** Text of a PDF, in reading order as far as positions allow. */
export type PdfText = {
  /** Columns of a line are separated by tabs. */
  readonly lines: readonly string[];
  /** False if a page has no text, a font has no character mapping, or a limit was reached. */
  readonly isWhole: boolean;
};

/** Pages are read from the beginning and the end, because totals are on the first or last pages. */
const MAX_PAGES = 200;
const MAX_CHARACTERS = 500_000;

/**
 * Extracts the text of all pages. Text in images is not recognized. Covered text and text in the background color are
 * not detected.
 *
 * @throws Error if the PDF is unreadable
 */
export async function readText(pdf: Uint8Array): Promise<PdfText> {
  const loading = getDocument({
    // PDF.js rejects Node Buffers.
    data: new Uint8Array(pdf.buffer as ArrayBuffer, pdf.byteOffset, pdf.byteLength),
    // Only text is extracted: disable rendering, network access and scripts.
    disableFontFace: true,
    useSystemFonts: false,
    isEvalSupported: false,
    enableXfa: false,
    stopAtErrors: true,
    verbosity: 0,
  });
  try {
    return await readPages(await loading.promise);
  } finally {
    // Also clears the document cache of PDF.js.
    await loading.destroy();
  }
}

async function readPages(document: PDFDocumentProxy): Promise<PdfText> {
  const lines: string[] = [];
  let characters = 0;
  let isWhole = document.numPages <= MAX_PAGES;
  for (const number of pagesOf(document.numPages)) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const [left, bottom, right, top] = page.view as [number, number, number, number];
    const texts: PlacedText[] = [];
    for (const item of items) {
      if (!('str' in item)) continue;
      const [a, b, c, d, x, y] = item.transform as [number, number, number, number, number, number];
      if (x < left || x > right || y < bottom || y > top) continue;
      texts.push({ text: item.str, x, y, width: item.width, size: Math.hypot(c, d), turn: Math.atan2(b, a) });
    }
    const read = toLines(texts);
    if (read.length === 0 || read.some(isUnreadable)) isWhole = false;
    for (const line of read) characters += line.length;
    if (characters > MAX_CHARACTERS) return { lines, isWhole: false };
    lines.push(...read);
    page.cleanup();
  }
  return { lines, isWhole };
}

function pagesOf(count: number): number[] {
  const all = Array.from({ length: Math.min(count, MAX_PAGES) }, (_, at) => at + 1);
  return all.map((page) => (page <= MAX_PAGES / 2 ? page : page + Math.max(0, count - MAX_PAGES)));
}

/** Whether the line contains characters without meaning, because the font does not map its glyphs to Unicode. */
const isUnreadable = (line: string): boolean => /[\p{Co}\p{Cn}\ufffd]|(?!\t)\p{Cc}/u.test(line);
