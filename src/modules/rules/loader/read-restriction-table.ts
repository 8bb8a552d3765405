import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Reads a table of restrictions. A table whose first line is `extends` and a path contains the rows of that table,
 * without the ids on its `without` lines, followed by its own rows.
 *
 * @throws Error when a file cannot be read, or a `without` id does not exist
 */
export function readRestrictionTable(file: string): string {
  const text = readFileSync(file, 'utf8');
  const [first = '', ...lines] = text.split('\n');
  const [word, base = ''] = first.split('\t');
  if (word !== 'extends') return text;
  const rows = readRestrictionTable(join(dirname(file), base))
    .trimEnd()
    .split('\n');
  const left = lines.filter((line) => line !== '' && !line.startsWith('without\t'));
  const out = lines.filter((line) => line.startsWith('without\t')).flatMap((line) => line.split('\t').slice(1));
  for (const id of out) {
    const at = rows.findIndex((row) => row.startsWith(`${id}\t`));
    if (at === -1) throw new Error(`${file}: no restriction ${id} to exclude`);
    rows.splice(at, 1);
  }
  return `${[...rows, ...left].join('\n')}\n`;
}
