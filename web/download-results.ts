import { type Outcome, toJson, toMarkdown, toSarif } from '@e-invoice/validator/formats';
import { inLanguage } from '@e-invoice/validator/issues';
import { type Html, html } from '../src/lib/html.ts';
import { toIssuesCsv } from '../src/modules/result-view/index.ts';
import { toMonthCsv } from './batch-csv.ts';
import { download, nameWith } from './download.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import type { Unread } from './read-archive.ts';
import { session, type ValidationOutcome } from './session.ts';

/** Version of the packaged validator, written to reports; defined by the build. */
declare const VERSION: string;

type Format = {
  readonly ending: string;
  readonly type: string;
  readonly write: (files: readonly ValidationOutcome[], unread: readonly Unread[]) => string;
};

const toOutcomes = (files: readonly ValidationOutcome[]): Outcome[] =>
  files.map(({ name, result }) => ({ name, result: inLanguage(result, session) }));
const looks = () => ({ language: session.language, version: VERSION, color: false });

/**
 * The report formats of the command line, by the same writers. JSON and CSV of a single file match the API and the
 * evidence.
 */
const FORMATS: ReadonlyMap<string, Format> = new Map(
  Object.entries({
    csv: {
      ending: '.csv',
      type: 'text/csv',
      write: (files, unread) =>
        session.current === null
          ? toMonthCsv(files, unread, session.language)
          : toIssuesCsv(files[0]!.result, location.origin),
    },
    markdown: { ending: '.md', type: 'text/markdown', write: (files) => toMarkdown(toOutcomes(files), looks()) },
    json: {
      ending: '.json',
      type: 'application/json',
      write: (files) =>
        files.length === 1
          ? JSON.stringify(inLanguage(files[0]!.result, session), null, 2)
          : toJson(toOutcomes(files), looks()),
    },
    sarif: { ending: '.sarif', type: 'application/sarif+json', write: (files) => toSarif(toOutcomes(files), looks()) },
  } satisfies Record<string, Format>),
);

/**
 * Downloads the results.
 *
 * @param format one of the formats in the menu
 * @param unread files of the batch that were not validated
 */
export function downloadResults(
  format: string,
  name: string,
  files: readonly ValidationOutcome[],
  unread: readonly Unread[] = [],
): void {
  const found = FORMATS.get(format);
  if (found === undefined || files.length === 0) return;
  const { ending, type, write } = found;
  download(nameWith(name, PAGE_WORDS[session.language].result, ending), type, write(files, unread));
}

/** Menu of download formats: a table for people first, formats for programs last. */
export function downloadMenu(): Html {
  const words = PAGE_WORDS[session.language];
  const formats = [...FORMATS.keys()];
  const labels = new Map(Object.entries(words.formats));
  return html`<details class="menu"><summary>${words.download}</summary><div>${formats.map(
    (format) =>
      html`<button type="button" class="button quiet" data-download="${format}">${labels.get(format) ?? format}</button>`,
  )}</div></details>`;
}
