import type { Text } from '@e-invoice/validator/issues';
import { html } from '../../lib/html.ts';
import { renderPage } from './layout.ts';

/** Content of the page of an error code. */
export type ExplainedProblem = {
  readonly code: string;
  readonly status: number;
  readonly title: Text;
  readonly detail: Text;
  readonly remedy: Text;
};

const WORDS = {
  sk: {
    status: 'Stav HTTP',
    code: 'Kód',
    meaning: 'Čo sa stalo',
    remedy: 'Čo s tým',
    index: 'Chybové kódy',
    description: 'Každá chyba, ktorú API služby e-faktúr môže ohlásiť: jej kód, stav HTTP, vysvetlenie a rada.',
    gaps: 'Tri bodky nahrádzajú hodnoty, ktoré uvádza odpoveď.',
  },
  en: {
    status: 'HTTP status',
    code: 'Code',
    meaning: 'What happened',
    remedy: 'What to do',
    index: 'Error codes',
    description: 'Every error that the API of the e-invoice service may return: code, HTTP status, meaning and remedy.',
    gaps: 'Three dots replace values that the response contains.',
  },
} as const;

/** Replaces placeholders, whose values only a response has, by an ellipsis. */
const withGaps = (sentence: string): string => sentence.replaceAll(/\{\w+\}/g, '…');

/** Renders the page of one error code, to which the `type` of its problems leads. */
export function renderProblemPage(problem: ExplainedProblem, origin: string, language: keyof Text): string {
  const words = WORDS[language];
  const meaning = withGaps(problem.detail[language]);
  const hint = meaning === problem.detail[language] ? '' : words.gaps;
  return renderPage({
    language,
    path: `/docs/problems/${problem.code}/`,
    title: problem.title[language],
    found: { origin, description: `${problem.code} (${problem.status}): ${meaning}` },
    body: html`<dl>
<dt>${words.code}</dt><dd><code>${problem.code}</code></dd>
<dt>${words.status}</dt><dd>${problem.status}</dd>
<dt>${words.meaning}</dt><dd>${meaning}${hint && html` <small>${hint}</small>`}</dd>
<dt>${words.remedy}</dt><dd>${withGaps(problem.remedy[language])}</dd>
</dl>`,
  });
}

/** Renders the list of all error codes. */
export function renderProblemIndex(
  problems: readonly ExplainedProblem[],
  origin: string,
  language: keyof Text,
): string {
  return renderPage({
    language,
    path: '/docs/problems/',
    title: WORDS[language].index,
    found: { origin, description: WORDS[language].description },
    body: html`<dl>${problems.map(
      ({ code, status, title }) =>
        html`<dt>${status} <a href="/docs/problems/${code}/?lang=${language}"><code>${code}</code></a></dt><dd>${title[language]}</dd>`,
    )}</dl>`,
  });
}
