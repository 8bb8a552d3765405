import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGED } from './packaged.data.ts';
import { readCoverage } from './read-coverage.ts';

/** What of a page no font here has: it is printed as U+FFFD, which PDF/A has a place for. */
export type Unprintable = {
  /** Each character once; empty: all are printed. */
  readonly characters: string;
  /** Where they stand, by business term; null: elsewhere. */
  readonly fields: readonly { readonly term: string | null; readonly characters: string }[];
};

/** Where the browser looks, beside its own typeface: the configuration that it is unpacked with, and every system's. */
const FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts'];

/** What the browser's typeface has not, of what is drawn at all. */
const OTHER = new RegExp(String.raw`[^${PACKAGED}\p{Cc}\p{Z}\p{DI}]`, 'gu');

let machine: Uint8Array | null = null;

/** Read when the first other character comes: most invoices have none. */
function isOnMachine(point: number): boolean {
  machine ??= readMachine(FOLDERS);
  return machine[point] === 1;
}

/** The code points that the fonts in folders have, a byte each. */
export function readMachine(folders: readonly string[]): Uint8Array {
  const covered = new Uint8Array(0x110000);
  for (const folder of folders) {
    for (const file of filesIn(folder)) {
      try {
        readCoverage(join(folder, file), covered);
      } catch {
        // Whatever it is, the browser prints nothing with it either.
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

/** The browser puts a letter together from its parts, too. */
const hasFont = (character: string, has: (point: number) => boolean): boolean =>
  has(character.codePointAt(0)!) ||
  (character.normalize('NFD') !== character &&
    [...character.normalize('NFD')].every((part) => part.search(OTHER) === -1 || has(part.codePointAt(0)!)));

/** Looks through a page for characters that cannot be printed here. */
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

/** The page with U+FFFD in the place of what cannot be printed. */
export function replaceUnprintable(html: string, characters: string): string {
  if (characters === '') return html;
  const lacking = new Set(characters);
  return html.replaceAll(OTHER, (character) => (lacking.has(character) ? '\uFFFD' : character));
}
