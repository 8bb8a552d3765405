import { type Html, html, NO_HTML } from '../src/lib/html.ts';
import { count, describeVerdict, fill, isUnread, SIGNS, splitCauses } from '../src/modules/result-view/index.ts';
import { show } from './dom.ts';
import { downloadMenu } from './download-results.ts';
import { announce } from './error-banner.ts';
import { findDuplicates } from './find-duplicates.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import { MAX_FILES, type Unread } from './read-archive.ts';
import { doneOf, type Month, session, type ValidationOutcome } from './session.ts';

/** Sort order of verdicts, worst first. */
const RANK = { stop: 0, check: 1, go: 2 } as const;

/** Longer lists of names are collapsed. */
const MAX_SEEN = 5;
/** Longer lists of names make the page slow. */
const MAX_NAMED = 1_000;
/** Only the causes with the most files get a filter. */
const MAX_FILTERS = 8;

type Row = {
  readonly file: ValidationOutcome;
  /** The first file of the same invoice. */
  readonly original?: ValidationOutcome | undefined;
  readonly verdict: ReturnType<typeof describeVerdict>;
  /** Numbers of causes, sorted by the same figures as the verdict shows. */
  readonly mistakes: number;
  readonly checks: number;
  /** Ids of the causes of mistakes, or of the checks if there are no mistakes. */
  readonly causes: readonly string[];
};

const words = () => PAGE_WORDS[session.language];

function toRow(file: ValidationOutcome, original?: ValidationOutcome): Row {
  const { mistakes, checks } = splitCauses(file.result);
  const causes = (mistakes.length > 0 ? mistakes : checks).map(({ id }) => id);
  return {
    file,
    original,
    verdict: describeVerdict(file.result, session.language),
    // The verdict on a file that is not an invoice shows no counts.
    mistakes: isUnread(file.result.document_type, file.result.issues) ? 0 : mistakes.length,
    checks: checks.length,
    causes,
  };
}

function sortRows(rows: Row[]): Row[] {
  const { compare } = new Intl.Collator(session.language, { numeric: true });
  return rows.sort(
    (a, b) =>
      RANK[a.verdict.tone] - RANK[b.verdict.tone] ||
      b.mistakes - a.mistakes ||
      b.checks - a.checks ||
      compare(a.file.name, b.file.name),
  );
}

/** Splits a path into folder and file name. An invoice embedded in a PDF keeps the PDF name as part of its own. */
const divide = (name: string): readonly [folder: string, own: string] => {
  const [, folder = '', own = name] = /^(.*(?:\/|(?<!\.pdf) › ))?([^/].*)$/is.exec(name) ?? [];
  return [folder, own];
};

function namesOf(title: string, names: readonly string[]): Html {
  if (names.length === 0) return NO_HTML;
  if (names.length <= MAX_SEEN) return html`<p><b>${title}</b> – ${names.join(', ')}</p>`;
  const rest = names.length > MAX_NAMED ? html`<li>+ ${names.length - MAX_NAMED}</li>` : NO_HTML;
  return html`<details><summary><b>${title}</b></summary><ul>${names.slice(0, MAX_NAMED).map((name) => html`<li>${name}</li>`)}${rest}</ul></details>`;
}

/** Lists the files that were not validated, with the reasons. */
function unreadOf(unread: readonly Unread[]): Html {
  const { skipped, unread: notRead, whyUnread } = words();
  const others = unread.filter(({ why }) => why !== 'kind');
  const kinds = unread.filter(({ why }) => why === 'kind');
  return html`${namesOf(
    fill(notRead, { n: others.length }),
    others.map(({ name, why }) => `${name}: ${whyUnread[why]}`),
  )}${namesOf(
    fill(skipped, { n: kinds.length }),
    kinds.map(({ name }) => name),
  )}`;
}

function headlineOf(rows: readonly Row[]): string {
  const { allGood, allBad, someBad } = words();
  const all = rows.length;
  const bad = rows.filter(({ verdict }) => verdict.tone === 'stop').length;
  if (bad === 0) return count(all, allGood, session.language);
  if (bad === all) return count(all, allBad, session.language);
  return fill(someBad, { bad, all, good: all - bad });
}

function headerOf(month: Month, rows: readonly Row[]): Html {
  const { leftOut, canceled, withChecks, withDuplicates } = words();
  const { files, unread, total } = month;
  const missing = total - doneOf(month);
  const isBad = rows.some(({ verdict }) => verdict.tone === 'stop');
  const checks = rows.filter(({ verdict }) => verdict.tone === 'check').length;
  const duplicates = rows.filter(({ original }) => original !== undefined).length;
  const isWhole = missing <= 0 && month.leftOut === 0 && unread.length === 0;
  const tone = isBad ? 'stop' : isWhole && checks === 0 ? 'go' : 'check';
  const lines = [
    missing > 0 ? fill(canceled, { done: doneOf(month), total, missing }) : '',
    checks > 0 ? fill(withChecks, { n: checks }) : '',
    duplicates > 0 ? fill(withDuplicates, { n: duplicates }) : '',
    month.leftOut > 0 ? fill(leftOut, { n: month.leftOut, most: MAX_FILES }) : '',
  ].filter((line) => line !== '');
  return html`<header class="verdict ${tone}"><span class="sign" aria-hidden="true">${SIGNS[tone]}</span><div><h1 id="verdict" tabindex="-1">${files.length === 0 ? '' : headlineOf(rows)}</h1>${lines.map((line) => html`<p>${line}</p>`)}${unreadOf(unread)}</div></header>`;
}

type Filter = { readonly key: string; readonly label: string; readonly n: number };

/** Filters by tone, and by causes that several files share. */
function filtersOf(rows: readonly Row[]): readonly Filter[] {
  const { filters } = words();
  const tones = (['stop', 'check', 'go'] as const).map((tone) => ({
    key: tone,
    label: filters[tone],
    n: rows.filter(({ verdict }) => verdict.tone === tone).length,
  }));
  const titles = new Map(
    rows.flatMap(({ file }) => file.result.root_causes.map(({ id, title }) => [id, title[session.language]] as const)),
  );
  const counts = new Map<string, number>();
  for (const { causes } of rows) for (const id of new Set(causes)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const causes = [...counts]
    .filter(([, n]) => n > 1)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_FILTERS)
    .map(([id, n]) => ({ key: `cause ${id}`, label: titles.get(id) ?? id, n }));
  const found = [...tones.filter(({ n }) => n > 0 && n < rows.length), ...causes.filter(({ n }) => n < rows.length)];
  return found.length === 0 ? [] : [{ key: '', label: filters.all, n: rows.length }, ...found];
}

const isListed = ({ verdict, causes }: Row, filter: string): boolean =>
  filter === '' || verdict.tone === filter || causes.some((id) => `cause ${id}` === filter);

/** Names the first file of the same invoice. */
function duplicateOf({ file, original }: Row): Html {
  if (original === undefined) return NO_HTML;
  const { sameFile, sameInvoice } = words();
  const line = file.result.sha256 === original.result.sha256 ? sameFile : sameInvoice;
  return html`<span class="folder">${fill(line, { name: original.name })}</span>`;
}

function rowOf(row: Row, index: number): Html {
  const { file, verdict } = row;
  const { number, seller, first } = words();
  const { summary, root_causes } = file.result;
  const [folder, own] = divide(file.name);
  const where = folder === '' ? NO_HTML : html`<span class="folder">${folder}</span>`;
  const cell = (name: string, value: string, hint = NO_HTML): Html =>
    html`<td role="cell" data-name="${name}"><span class="long">${value}${hint}</span></td>`;
  return html`<tr role="row"><th scope="row" role="rowheader"><button type="button" class="link long" data-row="${index}">${where}<b>${own}</b></button></th><td role="cell" class="tone ${verdict.tone}">${verdict.headline}</td>${cell(number, summary.invoice_id ?? '', duplicateOf(row))}${cell(seller, summary.seller_name ?? '')}<td role="cell" data-name="${first}">${root_causes[0]?.title[session.language] ?? ''}</td></tr>`;
}

/**
 * Narrow screens show the table as cards. Explicit roles are needed because browsers drop table semantics when
 * `display` changes.
 */
function tableOf(rows: Html, look: string): Html {
  const { file, verdict, number, seller, first } = words();
  const columns = [file, verdict, number, seller, first].map(
    (name) => html`<th scope="col" role="columnheader">${name}</th>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${file}"><table class="files ${look}" role="table"><thead role="rowgroup"><tr role="row">${columns}</tr></thead><tbody role="rowgroup">${rows}</tbody></table></div>`;
}

/** The list under construction while a batch is being validated. */
let growing: { readonly month: Month; readonly language: string; readonly body: Element; rows: number } | null = null;

/**
 * Shows the files of a batch: in input order while they are being validated, then sorted with the worst first. A
 * click on a file name calls `open`.
 */
export function showMonth(place: Element, month: Month, open: (file: ValidationOutcome) => void): void {
  if (session.isChecking) grow(place, month, open);
  else list(place, month, open);
}

function openRows(body: Element, open: (index: number) => void): void {
  body.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    if (button !== null) open(Number(button.dataset.row));
  });
}

function grow(place: Element, month: Month, open: (file: ValidationOutcome) => void): void {
  if (growing?.month !== month || growing.language !== session.language || !growing.body.isConnected) {
    show(place, tableOf(NO_HTML, 'growing'));
    const body = place.querySelector('tbody')!;
    openRows(body, (index) => open(month.files[index]!));
    growing = { month, language: session.language, body, rows: 0 };
  }
  const fresh = month.files.slice(growing.rows).map((file, at) => rowOf(toRow(file), growing!.rows + at));
  growing.rows = month.files.length;
  const part = document.createElement('tbody');
  show(part, html`${fresh}`);
  growing.body.append(...part.children);
}

function list(place: Element, month: Month, open: (file: ValidationOutcome) => void): void {
  growing = null;
  const { another, print, private: isPrivate, filter } = words();
  const originals = findDuplicates(month.files);
  const rows = sortRows(month.files.map((file) => toRow(file, originals.get(file))));
  const filters = filtersOf(rows);
  const chips = filters.map(
    ({ key, label, n }) =>
      html`<button type="button" class="chip" data-filter="${key}" aria-pressed="false">${label} <span class="n">${n}</span></button>`,
  );
  const chipsOf =
    filters.length === 0 ? NO_HTML : html`<div class="chips" role="group" aria-label="${filter}">${chips}</div>`;
  show(
    place,
    html`<div class="report">${headerOf(month, rows)}</div>
<div class="bar"><button type="button" class="button" data-action="another">${another}</button><button type="button" class="button quiet" data-action="print">${print}</button>${downloadMenu()}<span class="grow">${isPrivate}</span></div>
${chipsOf}${tableOf(html`${rows.map(rowOf)}`, 'month')}`,
  );
  const body = place.querySelector('tbody')!;
  openRows(body, (index) => open(rows[index]!.file));
  const choose = (chosen: string): void => {
    session.filter = filters.some(({ key }) => key === chosen) ? chosen : '';
    for (const chip of place.querySelectorAll<HTMLElement>('[data-filter]'))
      chip.setAttribute('aria-pressed', String(chip.dataset.filter === session.filter));
    for (const [index, row] of [...body.children].entries())
      (row as HTMLElement).hidden = !isListed(rows[index]!, session.filter);
  };
  choose(session.filter);
  for (const chip of place.querySelectorAll<HTMLElement>('[data-filter]'))
    chip.addEventListener('click', () => {
      choose(chip.dataset.filter ?? '');
      const done = rows.filter((row) => isListed(row, session.filter)).length;
      announce(fill(words().progress, { done, total: rows.length }));
    });
}
