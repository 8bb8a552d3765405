import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { en } from '../../locales/en/index.ts';
import { LANGUAGES, text } from '../../locales/index.ts';
import type { sk as slovak } from '../../locales/sk/index.ts';
import { renderProblemPage } from '../../src/http/pages/index.ts';
import { PROBLEM_CODES, Problem, toProblemBody } from '../../src/http/problems/problems.ts';
import { refuseFile } from '../../src/modules/batches/http/body/index.ts';
import { REFUSAL_CODES } from '../../src/modules/batches/http/body/refusals.data.ts';
import { drawReport } from '../../src/modules/evidence/index.ts';
import { writeMarkdown } from '../../src/modules/evidence/markdown.ts';
import { describeReport } from '../../src/modules/evidence/report-content.ts';
import { PROBLEMS } from '../../src/platform/errors/index.ts';
import { report } from '../evidence/make-one.ts';
import { readSources } from '../support/import-reader.ts';

/**
 * A language that is generated from English takes the place of Slovak: its folder is all that a language needs. Every
 * word of it has an accented vowel, so a word of English or Slovak in an output is a sentence outside `locales`.
 */
vi.mock('../../locales/sk/index.ts', async (original) => {
  const { sk } = await original<typeof import('../../locales/sk/index.ts')>();
  const { en } = await import('../../locales/en/index.ts');
  const { toPseudo } = await import('./pseudo-locale.ts');
  const pseudo = Object.fromEntries(Object.entries(en).map(([key, message]) => [key, toPseudo(message)]));
  return { sk: pseudo, real: sk };
});

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const WORD = /\p{L}{4,}/gu;
/** The name of an argument, and the format after it. */
const ARGUMENT = /\{\w+(?:, (?:plural|select),)?/g;
const wordsOf = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => text.replaceAll(ARGUMENT, ' ').match(WORD) ?? []));

/** Words of the real languages that the generated language does not have. */
let real: Set<string>;
beforeAll(async () => {
  const mocked = (await import('../../locales/sk/index.ts')) as unknown as { readonly real: typeof slovak };
  const pseudo = wordsOf(Object.values(LANGUAGES.sk));
  real = wordsOf([...Object.values(en), ...Object.values(mocked.real)]);
  for (const word of pseudo) real.delete(word);
});

/** Words of another language in a text. */
const foreignWordsIn = (text: string): string[] => [...wordsOf([text])].filter((word) => real.has(word));

describe('a generated language', () => {
  it('has the keys of English and differs from it', () => {
    expect(Object.keys(LANGUAGES.sk)).toEqual(Object.keys(en));
    expect(text('evidence.notes', { count: 2 })).toEqual({ sk: '[2 ñóţéš]', en: '2 notes' });
    expect(foreignWordsIn('the document')).toEqual(['document']);
  });

  it('is in all problems', () => {
    for (const code of PROBLEM_CODES) {
      const { title, detail } = toProblemBody(new Problem(code, {}), 'sk', 'req_1');
      expect([code, foreignWordsIn([title, detail, PROBLEMS[code].remedy.sk].join(' '))]).toEqual([code, []]);
    }
  });

  it('is in the page of a problem', () => {
    const problem = { code: 'not_found', ...PROBLEMS.not_found };
    const body = /<body>.*<\/body>/s.exec(renderProblemPage(problem, 'https://example.org', 'sk'))![0];
    expect(foreignWordsIn(body.replaceAll(/<[^>]*>/g, ' ').replace('not_found', ''))).toEqual([]);
  });

  it('is in a report and its PDF', async () => {
    const made = report('<valid/>', { filename: '1.xml' });
    const protocol = describeReport(made, 'sk');
    const markdown = writeMarkdown(protocol);
    expect(markdown.length).toBeGreaterThan(500);
    expect(foreignWordsIn(markdown)).toEqual([]);
    const pdf = await drawReport({ protocol, at: made.created_at, grade: 'signed', site: null });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
    expect(text.length).toBeGreaterThan(500);
    expect(foreignWordsIn(text)).toEqual([]);
  });

  it('is in the results of files that a batch refuses', () => {
    for (const code of REFUSAL_CODES) {
      const { failure } = refuseFile('invoice.xml', code, 10) as {
        failure: { detail: { sk: string }; remedy: { sk: string } };
      };
      expect([code, foreignWordsIn(`${failure.detail.sk} ${failure.remedy.sk}`)]).toEqual([code, []]);
    }
  });
});

/** A text in two languages in the source: an object or a table of both, with a text or a list in it. */
const BILINGUAL = /\bsk: ?(?:['"`{[(]|$)/m;

describe('sentences outside locales', () => {
  it('are only in the listed folders, and become fewer', () => {
    const found = new Map<string, number>();
    for (const { path, text } of ['src', 'web', 'workers'].flatMap((folder) => readSources(root, folder))) {
      if (!BILINGUAL.test(text)) continue;
      const folder = path
        .split('/')
        .slice(0, path.startsWith('src/') ? 3 : path.startsWith('packages/') ? 2 : 1)
        .join('/');
      found.set(folder, (found.get(folder) ?? 0) + 1);
    }
    expect(Object.fromEntries([...found].sort())).toEqual(FILES_LEFT);
  });
});

/**
 * Files with sentences in two languages that are not in `locales` yet, by folder. Lower a number when a file moves.
 * Not counted: `packages/validator`, whose sentences move together.
 */
const FILES_LEFT: Readonly<Record<string, number>> = {
  'src/cli/verify-file.ts': 1,
  'src/http/pages': 12,
  'src/http/start-api.ts': 1,
  'src/modules/accounts': 1,
  'src/modules/evidence': 3,
  'src/modules/mcp': 2,
  'src/modules/rendering': 2,
  'src/modules/result-view': 1,
  'src/modules/validation': 1,
  web: 7,
};
