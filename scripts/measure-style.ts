import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatLimits, KINDS, measureStyle, parseLimits, risen } from '../test/support/old-style.ts';

/**
 * Measures how many words of the private style are left in comments, strings, test names, documents and identifiers.
 *
 * Without arguments it fails when a folder has more than its limit; `--lower` writes limits that are lower than today's;
 * `--table` prints the numbers.
 */
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const LIMITS = join(root, 'test/support/old-style-limits.txt');
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const readText = (path: string): string | null => {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return null;
  }
};
const files = paths
  .split('\n')
  .filter((path) => /\.(md|mjs|ts)$/.test(path))
  .flatMap((path) => {
    const text = readText(path);
    return text === null ? [] : [{ path, text }];
  });
const measured = measureStyle(files);
const limits = parseLimits(readText('test/support/old-style-limits.txt') ?? '');

const option = process.argv[2];
if (option === '--lower') {
  const lower = measured.map((row) => {
    const limit = limits.get(`${row.folder}\t${row.kind}`);
    const hits = limit === undefined ? (limits.size === 0 ? row.count.hits : 0) : Math.min(limit, row.count.hits);
    return { ...row, count: { ...row.count, hits } };
  });
  writeFileSync(LIMITS, formatLimits(lower));
} else if (option === '--table') {
  for (const kind of KINDS) {
    const rows = measured.filter((row) => row.kind === kind);
    const [hits, words] = [0, 0].map((_, index) =>
      rows.reduce((sum, { count }) => sum + (index === 0 ? count.hits : count.words), 0),
    );
    console.log(`${kind}: ${hits} of ${words} (${((100 * hits!) / Math.max(1, words!)).toFixed(2)} %)`);
  }
}
const faults = risen(measured, parseLimits(readText('test/support/old-style-limits.txt') ?? ''));
if (faults.length > 0) {
  console.error(faults.join('\n'));
  console.error('Write new sentences in plain English (CONTRIBUTING.md, "How we write").');
  process.exitCode = 1;
}
