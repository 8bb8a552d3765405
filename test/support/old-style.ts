import { basename } from 'node:path';

/**
 * Words that mark the previous private style: most are normal English, but as a group they mark sentences to be
 * rewritten. `docs` and code that quotes them on purpose are excluded by path.
 */
const WORDS = [
  'told',
  'tells?',
  'said',
  'says',
  'asked',
  'asks',
  'whoever',
  'nobody',
  'somebody',
  'anybody',
  'beside',
  'befell',
  'befalls',
  'anew',
  'judged?',
  'judges',
  'judging',
  'judge?ment',
  'meanwhile',
  'stands?',
  'goes on',
  'for good',
  'of before',
  'at hand',
  '(?:is|are) none',
  '(?:no|any) more',
  'seldom',
  'alike',
  'lately',
  'elsewhere',
  'by (?:itself|themselves)',
  'what (?:comes?|is|was|has|had)',
  'who (?:asks|waits|comes|has|is)',
  'come by',
  'so (?:many|long)',
  'in its way',
];

/** Parts of identifiers with an established alternative. */
const NAME_PARTS = new Set(
  (
    'told tell tells said say asked judge judged judging befell beside whoever nobody seldom alike patience begun ' +
    'given kept wanted wish lane standing costly rejudge most'
  ).split(' '),
);

const WORD = new RegExp(`\\b(?:${WORDS.join('|')})\\b`, 'gi');

/** Kinds of text, each with its own limit. */
export const KINDS = ['comments', 'strings', 'test names', 'documents', 'identifiers'] as const;
export type Kind = (typeof KINDS)[number];

export type Count = { readonly hits: number; readonly words: number };

export type Measured = { readonly folder: string; readonly kind: Kind; readonly count: Count };

type Tokens = { readonly comments: string; readonly strings: string; readonly code: string };

/** Single pass over the source: comments, string literals with a sentence, and the remaining code. */
const TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*(?=\s*[,;.)\]:?\n])/g;

/** Splits TypeScript or JavaScript into these kinds. Template literals count as strings as a whole. */
export function splitSource(text: string): Tokens {
  const comments: string[] = [];
  const strings: string[] = [];
  const code = text.replace(TOKEN, (token) => {
    if (token.startsWith('/*') || token.startsWith('//')) comments.push(token);
    else if (!token.startsWith('/') && token.includes(' ')) strings.push(token.slice(1, -1));
    return ' ';
  });
  return { comments: comments.join('\n'), strings: strings.join('\n'), code };
}

/** Number of words of a text, and of words of the old style among them. */
export const countWords = (text: string): Count => ({
  hits: text.match(WORD)?.length ?? 0,
  words: text.match(/[A-Za-z]{2,}/g)?.length ?? 0,
});

/** Number of distinct identifiers, and of those that contain a word of the old style. */
export function countNames(code: string): Count {
  const names = new Set(code.match(/\b[A-Za-z_$][\w$]{2,}\b/g) ?? []);
  const isOld = (name: string): boolean =>
    (name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').match(/[A-Za-z]+/g) ?? []).some((part) =>
      NAME_PARTS.has(part.toLowerCase()),
    );
  return { hits: [...names].filter(isOld).length, words: names.size };
}

/** Third-party data, and files that list the words on purpose. */
const EXCLUDED = /package-lock|fixtures|golden\/|samples\/|old-style|house-rules|\/codelists\/|THIRD-PARTY/;

/** Folder whose limit applies to a file. */
export function folderOf(path: string): string {
  const parts = path.split('/');
  if (parts.length === 1) return '.';
  const depth = parts[0] === 'src' ? 3 : parts[0] === 'packages' ? 2 : 1;
  return parts.slice(0, Math.min(depth, parts.length - 1)).join('/');
}

/** Measures files, by folder and kind. */
export function measureStyle(files: readonly { readonly path: string; readonly text: string }[]): Measured[] {
  const sums = new Map<string, { folder: string; kind: Kind; hits: number; words: number }>();
  const add = (path: string, kind: Kind, { hits, words }: Count): void => {
    const folder = folderOf(path);
    const key = `${folder} ${kind}`;
    const sum = sums.get(key) ?? { folder, kind, hits: 0, words: 0 };
    sums.set(key, { ...sum, hits: sum.hits + hits, words: sum.words + words });
  };
  for (const { path, text } of files) {
    if (EXCLUDED.test(path)) continue;
    if (path.endsWith('.md')) {
      add(path, 'documents', countWords(text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '')));
      continue;
    }
    if (!/\.(ts|mjs)$/.test(path)) continue;
    const { comments, strings, code } = splitSource(text);
    add(path, 'comments', countWords(comments));
    add(path, basename(path).endsWith('.test.ts') ? 'test names' : 'strings', countWords(strings));
    add(path, 'identifiers', countNames(code));
  }
  return [...sums.values()]
    .map(({ folder, kind, hits, words }) => ({ folder, kind, count: { hits, words } }))
    .sort((a, b) =>
      a.folder === b.folder ? KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) : a.folder < b.folder ? -1 : 1,
    );
}

/** Limits in `old-style-limits.txt`: folder, kind and maximum number of hits. */
export function parseLimits(text: string): Map<string, number> {
  const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    rows.map((line) => {
      const [folder, kind, hits] = line.split('\t');
      return [`${folder}\t${kind}`, Number(hits)];
    }),
  );
}

/** Formats measurements as limits; folders without hits have no row, so their limit is 0. */
export const formatLimits = (measured: readonly Measured[]): string =>
  [
    '# Highest allowed number of words of the old style by folder and kind. The numbers only fall:',
    '# `npm run check` fails when one rises, and `npx tsx scripts/measure-style.ts --lower` writes lower ones.',
    ...measured
      .filter(({ count }) => count.hits > 0)
      .map(({ folder, kind, count }) => `${folder}\t${kind}\t${count.hits}`),
    '',
  ].join('\n');

/** Folders and kinds above their limit. */
export const risen = (measured: readonly Measured[], limits: ReadonlyMap<string, number>): string[] =>
  measured
    .map(({ folder, kind, count }) => ({
      folder,
      kind,
      hits: count.hits,
      limit: limits.get(`${folder}\t${kind}`) ?? 0,
    }))
    .filter(({ hits, limit }) => hits > limit)
    .map(({ folder, kind, hits, limit }) => `${folder}: ${hits} words of the old style in ${kind} (limit ${limit})`);
