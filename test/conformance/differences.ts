import type { Difference } from './agreement.ts';

/** A known difference with its reason. */
export type KnownDifference = { readonly file: string; readonly rule: string; readonly reason: string };

/**
 * Reads `differences.csv`: a header `case,rule,reason`, then one known difference per line; a reason with commas is
 * in double quotes.
 *
 * @throws Error if a line has no reason or is a duplicate
 */
export function parseDifferences(text: string): KnownDifference[] {
  const [header, ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (header !== 'case,rule,reason') throw new Error('differences.csv must begin with the line case,rule,reason');
  const seen = new Set<string>();
  return lines.map((line) => {
    const match = /^([^,"]+),([^,"]+),(?:"((?:[^"]|"")+)"|([^",]+))$/.exec(line);
    if (match === null) throw new Error(`differences.csv: a line is not case,rule,reason: ${line}`);
    const [, file = '', rule = '', quoted, plain = ''] = match;
    const key = `${file} ${rule}`;
    if (seen.has(key)) throw new Error(`differences.csv: listed twice: ${key}`);
    seen.add(key);
    return { file, rule, reason: quoted?.replaceAll('""', '"') ?? plain };
  });
}

/** Splits differences into known and new ones, and finds known differences that no longer occur. */
export function applyKnown(
  differences: readonly Difference[],
  known: readonly KnownDifference[],
): { unlisted: Difference[]; listed: Difference[]; unused: KnownDifference[] } {
  const keys = new Set(known.map(({ file, rule }) => `${file} ${rule}`));
  const used = new Set(differences.map(({ file, rule }) => `${file} ${rule}`));
  return {
    unlisted: differences.filter(({ file, rule }) => !keys.has(`${file} ${rule}`)),
    listed: differences.filter(({ file, rule }) => keys.has(`${file} ${rule}`)),
    unused: known.filter(({ file, rule }) => !used.has(`${file} ${rule}`)),
  };
}
