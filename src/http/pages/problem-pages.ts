import type { Text } from '@e-invoice/validator/issues';
import { messagesOf } from '../../../locales/index.ts';
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

/** Replaces placeholders, whose values only a response has, by an ellipsis. */
const withGaps = (sentence: string): string => sentence.replaceAll(/\{\w+\}/g, '…');

/** Renders the page of one error code, to which the `type` of its problems leads. */
export function renderProblemPage(problem: ExplainedProblem, origin: string, language: keyof Text): string {
  const words = messagesOf('page.problem', language);
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
    title: messagesOf('page.problem', language).index,
    found: { origin, description: messagesOf('page.problem', language).description },
    body: html`<dl>${problems.map(
      ({ code, status, title }) =>
        html`<dt>${status} <a href="/docs/problems/${code}/?lang=${language}"><code>${code}</code></a></dt><dd>${title[language]}</dd>`,
    )}</dl>`,
  });
}
