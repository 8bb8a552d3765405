import PDFDocument from 'pdfkit';
import { type Fonts, toGlyphs } from './fonts.ts';

/** Points: A4 with margins of 15 mm, slightly larger at the bottom for the page number. */
export const PAGE = { width: 595.28, height: 841.89, side: 42.5, top: 40, bottom: 48 } as const;
const WIDTH = PAGE.width - 2 * PAGE.side;

const INK = '#1a1d21';
const SOFT = '#4a5058';
const RULE = '#cfd4da';

type Style = {
  readonly size?: number;
  readonly bold?: boolean;
  readonly soft?: boolean;
  readonly align?: 'left' | 'right';
  readonly x?: number;
  readonly width?: number;
};

/** A table cell: text, style, and horizontal extent as fractions of the page width (0 to 1). */
export type Cell = Style & {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly head?: 'Row' | 'Column';
};

/** Draws blocks from top to bottom across pages and adds each to the document structure tree. */
export type Pen = {
  readonly heading: (level: 1 | 2 | 3, text: string, next?: number) => void;
  readonly paragraph: (text: string, style?: Style & { readonly gap?: number; readonly next?: number }) => void;
  /** A paragraph on a colored background. */
  readonly banner: (text: string, ground: string, edge: string) => void;
  readonly table: (rows: readonly (readonly Cell[])[]) => void;
  readonly figure: (
    name: string,
    size: number,
    x: number,
    y: number,
    draw: (document: PDFKit.PDFDocument) => void,
  ) => void;
  /** Starts a new page if less than `height` points are left. */
  readonly ensure: (height: number) => void;
  readonly heightOf: (text: string, style?: Style) => number;
  readonly heightOfTable: (rows: readonly (readonly Cell[])[]) => number;
  readonly pages: () => number;
  readonly y: () => number;
  readonly moveTo: (y: number) => void;
  /** Whether any text contained a character that the font lacks. */
  readonly lacksSigns: () => boolean;
  /** Adds page numbers and, from the second page on, the running header, then finishes the document. */
  readonly end: (running: string, pageOf: (page: number, pages: number) => string) => Promise<Buffer>;
};

type PenParts = {
  readonly title: string;
  readonly language: string;
  readonly at: Date;
  readonly fonts: Fonts;
  readonly isClose: boolean;
};

/** Spacing between table rows and above headings, in points. */
const SPACES = { wide: { row: 3, above: 7, line: 0.6 }, close: { row: 1.2, above: 4.5, line: 0 } } as const;

/** Creates a tagged PDF/A-2b document whose bytes depend only on the drawn content. */
export function makePen({ title, language, at, fonts, isClose }: PenParts): Pen {
  const space = isClose ? SPACES.close : SPACES.wide;
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: PAGE.top, bottom: PAGE.bottom, left: PAGE.side, right: PAGE.side },
    subset: 'PDF/A-2b',
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    bufferPages: true,
    // The default would load Helvetica for every document.
    font: '',
    info: { Title: title, Creator: 'E-invoice service', Producer: 'PDFKit', CreationDate: at },
  });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  // Passing an already parsed font avoids parsing its tables for each document.
  const open = (name: string, font: unknown): unknown => document.registerFont(name, font as Buffer);
  open('regular', fonts.regular);
  open('bold', fonts.bold);
  const root = document.struct('Document');
  document.addStructure(root);
  const bottom = PAGE.height - PAGE.bottom;
  let y: number = PAGE.top;
  let lacking = false;

  const use = ({ size = 8.5, bold = false, soft = false }: Style): void => {
    document
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(soft ? SOFT : INK);
  };
  const optionsOf = ({ width = WIDTH, align = 'left' }: Style) => ({ width, align, lineGap: space.line });
  const heightOf = (text: string, style: Style = {}): number => {
    use(style);
    return document.heightOfString(toGlyphs(text, fonts), optionsOf(style));
  };
  const write = (text: string, at: number, style: Style): void => {
    use(style);
    const glyphs = toGlyphs(text, fonts);
    lacking ||= glyphs.includes('\uFFFD');
    document.text(glyphs, style.x ?? PAGE.side, at, optionsOf(style));
  };
  const artifact = (draw: () => void): void => {
    document.markContent('Artifact', { type: 'Layout' });
    draw();
    document.endMarkedContent();
  };
  const newPage = (): void => {
    document.addPage();
    y = PAGE.top + 12;
  };
  const ensure = (height: number): void => {
    if (y + height > bottom) newPage();
  };

  const block = (tag: string, text: string, style: Style, next = 0): void => {
    const height = heightOf(text, style);
    // Blocks of at least half a page may be split; smaller ones stay on one page.
    if (height < (bottom - PAGE.top) / 2) ensure(height + next);
    root.add(document.struct(tag, {}, () => write(text, y, style)));
    y = document.y;
  };

  const place = (cells: readonly Cell[]) =>
    cells.map((cell) => ({ ...cell, x: PAGE.side + cell.from * WIDTH, width: (cell.to - cell.from) * WIDTH - 5 }));
  const rowHeight = (placed: ReturnType<typeof place>): number =>
    Math.max(...placed.map((cell) => heightOf(cell.text, cell))) + space.row;

  return {
    heading: (level, text, next = 30) => {
      const style = { bold: true, size: level === 1 ? 15 : level === 2 ? 10 : 9 };
      if (y > PAGE.top + 12) y += level === 1 ? 0 : level === 2 ? space.above : 4;
      block(`H${level}`, text, style, next);
      y += level === 1 ? 6 : 2;
    },
    paragraph: (text, { gap = 1.5, next, ...style } = {}) => {
      block('P', text, style, next);
      y += gap;
    },
    banner: (text, ground, edge) => {
      const style = { bold: true, size: 9.5, x: PAGE.side + 9, width: WIDTH - 18 };
      const height = heightOf(text, style) + 10;
      artifact(() => {
        document.rect(PAGE.side, y, WIDTH, height).fill(ground);
        document.rect(PAGE.side, y, 3, height).fill(edge);
      });
      root.add(document.struct('P', {}, () => write(text, y + 5, style)));
      y += height + 4;
    },
    table: (rows) => {
      const table = document.struct('Table');
      root.add(table);
      for (const cells of rows) {
        const placed = place(cells);
        const height = rowHeight(placed);
        ensure(height);
        const row = document.struct('TR');
        table.add(row);
        const top = y + space.row / 2;
        for (const cell of placed) {
          const drawn = (): void => write(cell.text, top, cell);
          row.add(
            cell.head === undefined
              ? document.struct('TD', {}, drawn)
              : document.struct('TH', { scope: cell.head } as PDFKit.Mixins.StructureElementOptions, drawn),
          );
        }
        row.end();
        y += height;
        artifact(() =>
          document
            .moveTo(PAGE.side, y)
            .lineTo(PAGE.side + WIDTH, y)
            .lineWidth(0.4)
            .strokeColor(RULE)
            .stroke(),
        );
      }
      table.end();
    },
    figure: (name, size, x, top, draw) => {
      const options = { alt: name, bbox: [x, top, x + size, top + size] } as PDFKit.Mixins.StructureElementOptions;
      root.add(document.struct('Figure', options, () => draw(document)));
    },
    ensure,
    heightOf,
    heightOfTable: (rows) => rows.reduce((sum, cells) => sum + rowHeight(place(cells)), 0),
    pages: () => document.bufferedPageRange().count,
    y: () => y,
    lacksSigns: () => lacking,
    moveTo: (to) => {
      y = to;
    },
    end: async (running, pageOf) => {
      root.end();
      const { count } = document.bufferedPageRange();
      for (let index = 0; index < count; index++) {
        document.switchToPage(index);
        // The footer is below the bottom margin; with the margin in place PDFKit would start a new page for it.
        document.page.margins.bottom = 0;
        document.markContent('Artifact', { type: 'Pagination' });
        const line = { size: 7.5, soft: true } as const;
        if (index > 0) write(running, PAGE.top - 14, line);
        write(pageOf(index + 1, count), PAGE.height - 34, { ...line, align: 'right' });
        document.endMarkedContent();
      }
      document.end();
      await ended;
      return Buffer.concat(parts);
    },
  };
}
