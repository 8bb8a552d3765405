import { describe, expect, it } from 'vitest';
import {
  countNames,
  countWords,
  folderOf,
  formatLimits,
  measureStyle,
  parseLimits,
  risen,
  splitSource,
} from '../support/old-style.ts';

const OLD = 'a page that nobody asked for';

describe('measurement of the old style', () => {
  it('separates comments, sentences in strings and code', () => {
    const source = [
      '// a comment',
      "const url = 'https://example.org/*'; /* another */",
      'const words = `a sentence`;',
      'const pattern = /[/\'"]/; // a third',
    ].join('\n');
    const { comments, strings, code } = splitSource(source);
    expect(comments.split('\n')).toEqual(['// a comment', '/* another */', '// a third']);
    expect(strings).toBe('a sentence');
    expect(code).not.toMatch(/comment|third|sentence|example/);
  });

  it('counts listed words in any case, whole words only', () => {
    expect(countWords('Nobody is told; a bystander retells it.')).toEqual({ hits: 2, words: 6 });
  });

  it('counts identifiers by their parts, once each', () => {
    expect(countNames('judgeFile(judgeFile, MOST_FILES, adjudged, mostly)')).toEqual({ hits: 2, words: 4 });
  });

  it.each([
    ['src/http/routing/route.ts', 'src/http/routing'],
    ['src/modules/vat/vies/rest.ts', 'src/modules/vat'],
    ['src/app.ts', 'src'],
    ['packages/validator/src/index.ts', 'packages/validator'],
    ['test/http/vat.test.ts', 'test'],
    ['README.md', '.'],
  ])('counts %s towards the folder %s', (path, folder) => {
    expect(folderOf(path)).toBe(folder);
  });

  it('assigns each finding to the kind of text that contains it', () => {
    const measured = measureStyle([
      { path: 'src/http/routing/a.ts', text: `// ${OLD}\nconst judge = '${OLD}';` },
      { path: 'test/http/a.test.ts', text: `it('${OLD}', () => {});` },
      { path: 'docs/a.md', text: `${OLD}\n\`\`\`\n${OLD}\n\`\`\`\n` },
      { path: 'test/golden/a.ts', text: `// ${OLD}` },
    ]);
    const hits = measured
      .filter(({ count }) => count.hits > 0)
      .map(({ folder, kind, count }) => [folder, kind, count.hits]);
    expect(hits).toEqual([
      ['docs', 'documents', 2],
      ['src/http/routing', 'comments', 2],
      ['src/http/routing', 'strings', 2],
      ['src/http/routing', 'identifiers', 1],
      ['test', 'test names', 2],
    ]);
  });

  it('reports a folder above its limit, and one without a limit at the first word', () => {
    const measured = measureStyle([{ path: 'web/a.ts', text: `// ${OLD}` }]);
    const limits = parseLimits(formatLimits(measured));
    expect(risen(measured, limits)).toEqual([]);
    const more = measureStyle([
      { path: 'web/a.ts', text: `// ${OLD} anew` },
      { path: 'workers/a.ts', text: '// told' },
    ]);
    expect(risen(more, limits)).toEqual([
      'web: 3 words of the old style in comments (limit 2)',
      'workers: 1 words of the old style in comments (limit 0)',
    ]);
  });
});
