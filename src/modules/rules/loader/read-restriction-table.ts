import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The text of a table of restrictions. One that begins with `extends` and the path of another table has the rows of
 * that one, without those whose ids stand in a line `without`, and with its own.
 *
 * @throws Error when a file cannot be read, or an id to leave out is not there
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
    if (at === -1) throw new Error(`${file}: there is no ${id} to leave out`);
    rows.splice(at, 1);
  }
  return `${[...rows, ...left].join('\n')}\n`;
}
