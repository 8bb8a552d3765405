/** A text fragment with its position on the page, in points. */
export type PlacedText = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  /** Writing direction, in radians. */
  readonly turn: number;
};

/** Gaps as fractions of the font size: a larger gap is a space, or starts another column. */
const SPACE = 0.12;
const COLUMN = 0.75;
/** Maximum vertical offset between fragments of the same line, as a fraction of the font size. */
const BESIDE = 0.4;
/** Directions are rounded to whole degrees. */
const TURNS = 180 / Math.PI;

/** Joins the fragments of a page into lines, with spaces between words and tabs between columns. */
export function toLines(texts: readonly PlacedText[]): string[] {
  const placed = texts
    .filter(({ text }) => text.trim() !== '')
    .map((fragment) => {
      const [along, across] = [Math.cos(fragment.turn), Math.sin(fragment.turn)];
      return {
        ...fragment,
        turn: Math.round(fragment.turn * TURNS),
        start: fragment.x * along + fragment.y * across,
        height: fragment.y * along - fragment.x * across,
      };
    })
    .sort((a, b) => a.turn - b.turn || b.height - a.height || a.start - b.start);
  const lines: (typeof placed)[] = [];
  for (const text of placed) {
    const last = lines.at(-1);
    const first = last?.[0];
    const isSame = first?.turn === text.turn && first.height - text.height < BESIDE * Math.min(first.size, text.size);
    if (isSame) last!.push(text);
    else lines.push([text]);
  }
  return lines.map((line) => {
    line.sort((a, b) => a.start - b.start);
    let joined = '';
    let end = Number.NEGATIVE_INFINITY;
    for (const { text, start, width, size } of line) {
      const gap = (start - end) / (size || 1);
      if (joined !== '') joined += gap > COLUMN ? '\t' : gap > SPACE ? ' ' : '';
      joined += text;
      end = start + width;
    }
    return joined
      .normalize('NFKC')
      .replaceAll(/[^\S\t]+/gu, ' ')
      .trim();
  });
}
