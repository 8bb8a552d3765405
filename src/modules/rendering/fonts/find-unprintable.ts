import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGED } from './packaged.data.ts';
import { readCoverage } from './read-coverage.ts';

/**
 * Characters of a page that no installed font contains. They are printed as U+FFFD, because PDF/A forbids missing
 * glyphs.
 */
export type Unprintable = {
  /** Each character once; empty: all characters can be printed. */
  readonly characters: string;
  /** Affected values by business term; null: text outside business terms. */
  readonly fields: readonly { readonly term: string | null; readonly characters: string }[];
};

/** Font folders that the browser searches in addition to its bundled font. */
const FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts'];

/** Visible characters that the bundled font lacks. */
const OTHER = new RegExp(String.raw`[^${PACKAGED}\p{Cc}\p{Z}\p{DI}]`, 'gu');

let machine: Uint8Array | null = null;

/** Scans the installed fonts only when the first such character occurs: most invoices contain none. */
function isOnMachine(point: number): boolean {
  machine ??= readMachine(FOLDERS);
  return machine[point] === 1;
}

/** Returns a table of the code points covered by the fonts in the folders, one byte per code point. */
export function readMachine(folders: readonly string[]): Uint8Array {
  const covered = new Uint8Array(0x110000);
  for (const folder of folders) {
    for (const file of filesIn(folder)) {
      try {
        readCoverage(join(folder, file), covered);
      } catch {
        // Skip unreadable font files: the browser cannot use them either.
      }
    }
  }
  return covered;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:[ot]t[fc])$/i.test(name));
  } catch {
    return [];
  }
}

/** The browser can also compose a letter from its decomposed parts. */
const hasFont = (character: string, has: (point: number) => boolean): boolean =>
  has(character.codePointAt(0)!) ||
  (character.normalize('NFD') !== character &&
    [...character.normalize('NFD')].every((part) => part.search(OTHER) === -1 || has(part.codePointAt(0)!)));

/** Finds characters of a page that cannot be printed on this machine. */
export function findUnprintable(html: string, has = isOnMachine): Unprintable {
  const others = new Set<string>();
  for (const [character] of html.matchAll(OTHER)) others.add(character);
  const lacking = new Set([...others].filter((character) => !hasFont(character, has)));
  if (lacking.size === 0) return { characters: '', fields: [] };
  const byTerm = new Map<string, Set<string>>();
  const elsewhere = new Set(lacking);
  for (const piece of html.split('<')) {
    const end = piece.indexOf('>');
    const term = end === -1 ? undefined : / data-bt="([^"]+)"/.exec(piece.slice(0, end))?.[1];
    if (term === undefined) continue;
    for (const character of piece.slice(end + 1)) {
      if (!lacking.has(character)) continue;
      const known = byTerm.get(term) ?? new Set();
      byTerm.set(term, known.add(character));
      elsewhere.delete(character);
    }
  }
  const fields = [...byTerm].map(([term, own]) => ({ term, characters: [...own].join('') }));
  return {
    characters: [...lacking].join(''),
    fields: elsewhere.size === 0 ? fields : [...fields, { term: null, characters: [...elsewhere].join('') }],
  };
}

export function replaceUnprintable(html: string, characters: string): string {
  if (characters === '') return html;
  const lacking = new Set(characters);
  return html.replaceAll(OTHER, (character) => (lacking.has(character) ? '\uFFFD' : character));
}
