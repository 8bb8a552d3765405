import { getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs';
import { type PlacedText, toLines } from './to-lines.ts';

/** The text of a PDF, in reading order as far as places tell. */
export type PdfText = {
  /** Columns of a line stand between tabs. */
  readonly lines: readonly string[];
  /** False where a page has no text, a font does not tell its letters, or a limit ended the reading. */
  readonly isWhole: boolean;
};

/** From the first pages and from the last: sums stand on either. */
const MAX_PAGES = 200;
const MAX_CHARACTERS = 500_000;

/**
 * Reads what the pages of a PDF say. Pictures of text say nothing, and whether a text is covered or has the colour of
 * its paper is not looked at.
 *
 * @throws Error on a PDF that cannot be read
 */
export async function readText(pdf: Uint8Array): Promise<PdfText> {
  const loading = getDocument({
    // It takes no Buffer.
    data: new Uint8Array(pdf.buffer as ArrayBuffer, pdf.byteOffset, pdf.byteLength),
    // Only what a text says is wanted: nothing is drawn, loaded or run.
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
    // Also clears what PDF.js caches of the document.
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

/** Has characters that stand for none: the font does not tell which it draws. */
const isUnreadable = (line: string): boolean => /[\p{Co}\p{Cn}\ufffd]|(?!\t)\p{Cc}/u.test(line);
