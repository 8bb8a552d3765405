/** A text with blanks between its tags that the file does not have: where each stands in the text that is shown. */
export type LaidOut = {
  readonly text: string;
  readonly inserted: readonly { readonly from: number; readonly to: number }[];
};

/** Larger files are shown as they are. */
const MAX_CHARACTERS = 4_000_000;
const MAX_DEPTH = 20;

/** Fewer breaks than these nobody needs. */
const FEWEST_BREAKS = 20;

/**
 * XML that stands on one line, as many programs export it, one element a line. Null where it is readable as it is.
 * Breaks are put between tags alone, never beside a text. Linear in the length of the text.
 */
export function layOut(text: string): LaidOut | null {
  if (text.length > MAX_CHARACTERS) return null;
  const inserted: { from: number; to: number }[] = [];
  const pieces: string[] = [];
  let [copied, shown, depth, end, before] = [0, 0, 0, 0, 'text'];
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', end)) {
    const { kind, closes } = kindOf(text, at);
    const found = text.indexOf(closes, at);
    const isBesideText = at !== end || before === 'text' || kind === 'text';
    if (kind === 'close') depth -= 1;
    if (!isBesideText && !(before === 'open' && kind === 'close')) {
      const blanks = `\n${'  '.repeat(Math.max(0, Math.min(depth, MAX_DEPTH)))}`;
      pieces.push(text.slice(copied, at), blanks);
      shown += at - copied;
      inserted.push({ from: shown, to: shown + blanks.length });
      shown += blanks.length;
      copied = at;
    }
    if (found === -1) break;
    before = kind === 'open' && text[found - 1] === '/' ? 'other' : kind;
    if (before === 'open') depth += 1;
    end = found + closes.length;
  }
  pieces.push(text.slice(copied));
  const isOneLine = inserted.length >= FEWEST_BREAKS && inserted.length > text.split('\n').length;
  return isOneLine ? { text: pieces.join(''), inserted } : null;
}

/** What begins at a `<` (XML 1.0, 2.4 to 3.1), and what it ends with. */
function kindOf(text: string, at: number): { kind: 'open' | 'close' | 'text' | 'other'; closes: string } {
  if (text.startsWith('<![CDATA[', at)) return { kind: 'text', closes: ']]>' };
  if (text.startsWith('<!--', at)) return { kind: 'other', closes: '-->' };
  if (text.startsWith('<?', at)) return { kind: 'other', closes: '?>' };
  if (text.startsWith('</', at)) return { kind: 'close', closes: '>' };
  return { kind: text.startsWith('<!', at) ? 'other' : 'open', closes: '>' };
}
