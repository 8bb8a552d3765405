import { create } from 'qrcode';
import { textIn } from '../../../../locales/index.ts';
import { firstCharacters } from '../../../lib/first-characters.ts';
import { shorten } from '../../../lib/plain-text.ts';
import { toLine } from '../../../lib/sanitize-inline.ts';
import type { Language } from '../../result-view/index.ts';
import type { Phrase, Protocol } from '../report-content.ts';
import { loadFonts } from './fonts.ts';
import { type Cell, makePen, PAGE, type Pen } from './pen.ts';
import { type Sheet, VERIFY_PATHS } from './sheet.ts';

/** Maximum length of invoice text in the PDF; the full text is in the record. */
const MAX_SIGNS = 300;
/** Maximum length of a rule text. The built-in ones are shorter; installed packs may contain any length. */
const MAX_OF_RULES = 1_000;
/** Maximum number of root causes, and of corrections for each. */
const MAX_CAUSES = 30;
const MAX_CORRECTIONS = 10;
const QR_SIZE = 78;
/** Height of the heading "how to verify" including spacing, in points. */
const PROOF_HEADING = 25;
const GREEN = ['#e9f6ee', '#1d7a46'] as const;
const RED = ['#fdecea', '#b3261e'] as const;
const CODE_SIZE = 7.6;
/** If the last page ends above this line, the report is laid out again with tighter spacing. */
const LITTLE = PAGE.height * 0.4;
/** Blocks up to this height are not split across pages. */
const MAX_TOGETHER = PAGE.height * 0.6;
/** Height of one location of a finding, in points. */
const PLACE_HEIGHT = 14;

// Truncate before the character-by-character sanitizing: the input may have any length.
const cut = (text: string, most: number): string => shorten(toLine(firstCharacters(text, 2 * most)), most);
const limitText = (text: string): string => cut(text, MAX_SIGNS);
const describeRule = (text: string): string => cut(text, MAX_OF_RULES);

/**
 * Renders the report as PDF/A-2b: one A4 page if there are no findings, more if needed. The output is deterministic
 * and contains no links, scripts or forms.
 */
export async function drawReport(sheet: Sheet): Promise<Buffer> {
  const pen = draw(sheet, false);
  const { protocol } = sheet;
  // Use tighter spacing if only a few lines overflow to the last page: readers easily miss such a page.
  const isLittle = pen.pages() > 1 && pen.y() < LITTLE;
  const close = isLittle ? draw(sheet, true) : pen;
  const drawn = close.pages() < pen.pages() ? close : pen;
  return drawn.end(`${protocol.words.title} · ${protocol.record}`, (page, pages) =>
    textIn(protocol.language, 'evidence-pdf.page', { page, pages }),
  );
}

function draw({ protocol, at, grade, site }: Sheet, isClose: boolean): Pen {
  const { language, words } = protocol;
  const fonts = loadFonts();
  const pen = makePen({ title: words.title, language, at: new Date(at), fonts, isClose });
  pen.heading(1, words.title);
  const [ground, edge] = protocol.valid ? GREEN : RED;
  pen.banner(protocol.verdict, ground, edge);
  if (protocol.unvalidated) pen.paragraph(words.unvalidated);
  pen.heading(2, words.document);
  // If the file is not an invoice, empty fields do not mean missing data, so omit them.
  const rows = protocol.document.filter(([, value]) => protocol.parties.length > 0 || value?.text !== '–');
  pen.table(rows.map(([label, value]) => toRow(label, value === undefined ? [] : [value])));
  drawParties(pen, protocol);
  drawVat(pen, protocol);
  drawCauses(pen, protocol);
  drawFindings(pen, protocol);
  if (pen.lacksSigns()) pen.paragraph(textIn(language, 'evidence-pdf.unknownSigns'), { size: 7.5, soft: true });
  const applied = protocol.rules.map(([label, ...values]) => toRow(label, values));
  const proof = layProof(pen, protocol, site);
  const text = textIn(language, `evidence-pdf.grade.${grade}`);
  const graded = pen.heightOf(text) + PROOF_HEADING + proof.height;
  // The sections on rules, grade and verification stay on one page unless there are many rules.
  const all = pen.heightOfTable(applied) + PROOF_HEADING + graded;
  pen.heading(2, words.applied, all < MAX_TOGETHER ? all : undefined);
  pen.table(applied);
  pen.heading(2, textIn(language, 'evidence-pdf.gradeTitle'), graded);
  pen.paragraph(text);
  drawProof(pen, language, proof);
  return pen;
}

const cellOf = ({ text, code }: Phrase, from: number, to: number): Cell => ({
  text: limitText(text),
  from,
  to,
  ...(code && { size: CODE_SIZE }),
});

/** A table row of label and values; digests of rules are set in a smaller code font. */
const toRow = (label: string, values: readonly Phrase[]): Cell[] => {
  const from = 0.27;
  const [first, ...others] = values;
  const head: Cell = { text: limitText(label), from: 0, to: from, soft: true, head: 'Row' };
  if (first === undefined) return [head];
  if (others.length === 0) return [head, cellOf(first, from, 1)];
  return [
    head,
    cellOf(first, from, 0.52),
    ...others.map((value) => ({ ...cellOf(value, 0.52, 1), size: 6.6, soft: true })),
  ];
};

function drawParties(pen: Pen, { words, parties }: Protocol): void {
  if (parties.length === 0) return;
  const middle = 0.635;
  const head = (text: string, from: number, to: number): Cell => ({ text, from, to, bold: true, head: 'Column' });
  pen.heading(2, words.parties);
  pen.table([
    [head('', 0, 0.27), head(words.seller, 0.27, middle), head(words.buyer, middle, 1)],
    ...parties.map(([label, seller, buyer]): Cell[] => [
      { text: label, from: 0, to: 0.27, soft: true, head: 'Row' },
      cellOf(seller ?? { text: '–' }, 0.27, middle),
      cellOf(buyer ?? { text: '–' }, middle, 1),
    ]),
  ]);
}

function drawVat(pen: Pen, { words, vat }: Protocol): void {
  if (vat.length === 0) return;
  const columns = [0, 0.44, 0.56, 0.78, 1];
  const toCells = (texts: readonly string[], head: boolean): Cell[] =>
    texts.map((text, index) => ({
      text: shorten(text, 60),
      from: columns[index]!,
      to: columns[index + 1]!,
      align: index === 0 ? 'left' : 'right',
      ...(head && { bold: true, head: 'Column' }),
    }));
  pen.heading(2, words.vat);
  pen.table([
    toCells([words.category, words.rate, words.base, words.tax], true),
    ...vat.map((texts) => toCells(texts, false)),
  ]);
}

const INSET = { x: PAGE.side + 10, width: PAGE.width - 2 * PAGE.side - 10 } as const;

function drawCauses(pen: Pen, { language, words, causes }: Protocol): void {
  if (causes.length === 0) return;
  pen.heading(2, words.causes, 60);
  for (const [index, cause] of causes.slice(0, MAX_CAUSES).entries()) {
    const { title, explanation, fix, rules, place, line, corrections } = cause;
    pen.heading(3, `${index + 1}. ${limitText(title)}`);
    pen.paragraph(describeRule(explanation), INSET);
    pen.paragraph(`${words.fix}: ${describeRule(fix)}`, INSET);
    if (corrections.length > 0) {
      pen.paragraph(`${corrections.length > 1 ? words.choice : words.correction}:`, { ...INSET, next: 12 });
      for (const text of corrections.slice(0, MAX_CORRECTIONS))
        pen.paragraph(`– ${limitText(text)}`, { x: INSET.x + 8, width: INSET.width - 8 });
    }
    const at = line === null ? '' : `${words.line} ${line}, `;
    const where = `${words.rules}: ${limitText(rules.join(', '))} · ${words.place}: ${at}${limitText(place.text)}`;
    pen.paragraph(where, { ...INSET, size: CODE_SIZE, soft: true });
  }
  const more = causes.length - MAX_CAUSES;
  if (more > 0) pen.paragraph(textIn(language, 'evidence-pdf.moreCauses', { more }), { gap: 3 });
}

function drawFindings(pen: Pen, { words, findings, leftOut }: Protocol): void {
  for (const { title, groups, more } of findings) {
    pen.heading(2, title, 50);
    for (const { rule, terms, message, fix, places, more: others } of groups) {
      const paragraphs = [describeRule(message), ...(fix === '' ? [] : [`${words.fix}: ${describeRule(fix)}`])];
      // Include the first location, so that a page never starts with a location without its message.
      const height = paragraphs.reduce((sum, text) => sum + pen.heightOf(text, INSET) + 2, PLACE_HEIGHT);
      pen.heading(3, limitText(`${rule}${terms.length === 0 ? '' : ` (${terms.join(', ')})`}`), height);
      for (const text of paragraphs) pen.paragraph(text, INSET);
      for (const { line, place, value, expected } of places) {
        const at = line === null ? '' : `${words.line} ${line}: `;
        const found = value === null ? '' : `, ${words.value} ${cut(value, 80)}`;
        const right = expected === null ? '' : `, ${words.expected} ${cut(expected, 80)}`;
        pen.paragraph(`– ${at}${limitText(place)}${found}${right}`, {
          ...INSET,
          size: CODE_SIZE,
          soft: true,
          gap: 0.5,
        });
      }
      if (others !== null) pen.paragraph(`– ${others}`, { ...INSET, size: CODE_SIZE, soft: true });
    }
    if (more !== null) pen.paragraph(more, { gap: 3 });
  }
  if (leftOut !== null) pen.paragraph(leftOut);
}

type Proof = {
  readonly texts: readonly string[];
  readonly width: number;
  readonly height: number;
  /** Address of the verification page; null: the service has no configured address. */
  readonly url: string | null;
};

function layProof(pen: Pen, { language, words, record }: Protocol, site: string | null): Proof {
  const path = VERIFY_PATHS[language];
  const url = site === null ? null : `${site}${path}`;
  const width = PAGE.width - 2 * PAGE.side - (url === null ? 0 : QR_SIZE + 14);
  const online =
    url === null
      ? textIn(language, 'evidence-pdf.onlineHere', { path })
      : textIn(language, 'evidence-pdf.online', { url });
  const texts = [
    textIn(language, 'evidence-pdf.nature'),
    online,
    textIn(language, 'evidence-pdf.offline'),
    textIn(language, 'evidence-pdf.byHand'),
    `${words.record}: ${toLine(record)}`,
  ];
  const height = texts.reduce((sum, text) => sum + pen.heightOf(text, { width }) + 2, 0);
  return { texts, width, height: Math.max(height, url === null ? 0 : QR_SIZE), url };
}

/** Draws the verification section next to the QR code of the verification page, without a page break. */
function drawProof(pen: Pen, language: Language, { texts, width, height, url }: Proof): void {
  pen.heading(2, textIn(language, 'evidence-pdf.howTitle'), height);
  const top = pen.y();
  for (const text of texts) pen.paragraph(text, { width });
  if (url === null) return;
  drawQr(pen, url, textIn(language, 'evidence-pdf.qr'), top);
  pen.moveTo(Math.max(pen.y(), top + QR_SIZE + 4));
}

/** Draws the address as a black QR code (ISO/IEC 18004) without gaps between modules. */
function drawQr(pen: Pen, url: string, name: string, top: number): void {
  const { modules } = create(url, { errorCorrectionLevel: 'M' });
  const side = QR_SIZE / modules.size;
  const left = PAGE.width - PAGE.side - QR_SIZE;
  pen.figure(name, QR_SIZE, left, top, (document) => {
    for (let y = 0; y < modules.size; y++) {
      for (let x = 0; x < modules.size; x++) {
        if (!modules.get(y, x)) continue;
        let width = 1;
        while (x + width < modules.size && modules.get(y, x + width)) width += 1;
        document.rect(left + x * side, top + y * side, width * side, side + 0.02);
        x += width;
      }
    }
    document.fill('#000000');
  });
}
