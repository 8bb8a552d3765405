import type { Text } from '@e-invoice/validator/issues';
import { messagesOf } from '../../../locales/index.ts';
import { type Html, html } from '../../lib/html.ts';
import { PAGE_HEADERS, renderPage } from './layout.ts';

/** Content of the queue page for operators. */
type QueuesShown = {
  readonly pools: readonly {
    readonly pool: string;
    readonly waiting: number;
    readonly active: number;
    readonly delayed: number;
  }[];
  readonly jobs: readonly {
    readonly job: string;
    readonly open: number;
    readonly later: number;
    readonly retried: number;
    readonly failed: number;
    readonly oldest_seconds: number | null;
  }[];
  readonly failed: readonly {
    readonly id: string;
    readonly job: string;
    readonly about: string;
    readonly error: string;
    readonly failed_at: string;
  }[];
};

/** Standard page headers, except that forms may be sent to this service and the page is not cached. */
export const QUEUES_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': PAGE_HEADERS['Content-Security-Policy']!.replace(
    "form-action 'none'",
    "form-action 'self'",
  ),
  'Cache-Control': 'no-store',
};

export const QUEUES_PATH = '/operations/queues/';

/** Renders the queue page for operators: waiting and running jobs, and failed jobs with the actions for them. */
export function renderQueues({ pools, jobs, failed }: QueuesShown, language: keyof Text): string {
  const words = messagesOf('page.queues', language);
  return renderPage({
    language,
    path: QUEUES_PATH,
    title: words.title,
    body: html`<h2>${words.pools}</h2>
${table(
  words.pools,
  [words.pool, words.waiting, words.active, words.delayed],
  pools.map(({ pool, waiting, active, delayed }) => [pool, waiting, active, delayed]),
)}
<h2>${words.jobs}</h2>
${
  jobs.length === 0
    ? html`<p>${words.none}</p>`
    : table(
        words.jobs,
        [words.job, words.open, words.later, words.retried, words.failed, words.oldest],
        jobs.map(({ job, open, later, retried, failed: lost, oldest_seconds }) => [
          job,
          open,
          later,
          retried,
          lost,
          oldest_seconds === null ? '–' : toAge(oldest_seconds),
        ]),
      )
}
<h2>${words.failedJobs}</h2>
${
  failed.length === 0
    ? html`<p>${words.none}</p>`
    : table(
        words.failedJobs,
        [words.job, words.about, words.error, words.at, words.actions],
        failed.map(({ id, job, about, error, failed_at }) => [
          job,
          about,
          error,
          failed_at,
          html`<form method="post"><input type="hidden" name="id" value="${id}"><button name="action" value="retry">${words.retry}</button> <button name="action" value="discard">${words.discard}</button></form>`,
        ]),
      )
}`,
  });
}

const table = (name: string, heads: readonly string[], rows: readonly (readonly (string | number | Html)[])[]): Html =>
  html`<div class="wide" tabindex="0" role="region" aria-label="${name}"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;

const toAge = (seconds: number): string => {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
};
