/** Pretty-printed text and the ranges of inserted white space in it. */
export type LaidOut = {
  readonly text: string;
  readonly inserted: readonly { readonly from: number; readonly to: number }[];
};

/** Larger files are shown unchanged. */
const MAX_CHARACTERS = 4_000_000;
const MAX_DEPTH = 20;

/** Text with fewer missing breaks is readable as it is. */
const FEWEST_BREAKS = 20;

/**
 * Pretty-prints XML on one line, as many programs export it, with one element per line. Null if the text is readable
 * as it is. Breaks are inserted only between tags, never next to text. Runs in time linear in the length of the text.
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

/** Kind of the markup at a `<` (XML 1.0, 2.4 to 3.1) and its end delimiter. */
function kindOf(text: string, at: number): { kind: 'open' | 'close' | 'text' | 'other'; closes: string } {
  if (text.startsWith('<![CDATA[', at)) return { kind: 'text', closes: ']]>' };
  if (text.startsWith('<!--', at)) return { kind: 'other', closes: '-->' };
  if (text.startsWith('<?', at)) return { kind: 'other', closes: '?>' };
  if (text.startsWith('</', at)) return { kind: 'close', closes: '>' };
  return { kind: text.startsWith('<!', at) ? 'other' : 'open', closes: '>' };
}
