import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Reads a table of restrictions with the rows of the table that it `extends`, except those listed in `without`.
 *
 * @throws Error when a file cannot be read
 */
export function readRestrictionRows(file: string): string {
  const rows: string[] = [];
  const hidden = new Set<string>();
  let base: string | null = null;
  for (const line of readFileSync(file, 'utf8').trimEnd().split(/\r?\n/)) {
    const [word = '', ...cells] = line.split('\t');
    if (word === 'extends') base = resolve(file, '..', cells[0] ?? '');
    else if (word === 'without') for (const id of cells) hidden.add(id);
    else rows.push(line);
  }
  if (base === null) return rows.join('\n');
  const inherited = readRestrictionRows(base).split('\n');
  return [...inherited.filter((row) => !hidden.has(row.split('\t')[0]!)), ...rows].join('\n');
}
