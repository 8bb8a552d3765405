import { type Html, html, NO_HTML } from '../src/lib/html.ts';
import { fill, type Language, sayVerdict } from '../src/report/index.ts';
import { downloadMenu } from './download-results.ts';
import { MOST_FILES, type Unread } from './read-archive.ts';
import { type Judged, session } from './session.ts';
import { show } from './show.ts';
import { PAGE_WORDS } from './words.data.ts';

/** The worst first. */
const RANK = { stop: 0, check: 1, go: 2 } as const;

/** More names than these nobody reads. */
const MOST_NAMED = 20;

/** Which files of the archive were not judged, and why: none is passed over in silence. */
function unreadOf(files: readonly Unread[], language: Language): Html {
  if (files.length === 0) return NO_HTML;
  const { unread, whyUnread } = PAGE_WORDS[language];
  const rest = files.length > MOST_NAMED ? html`<li>+ ${files.length - MOST_NAMED}</li>` : NO_HTML;
  return html`<p><b>${fill(unread, { n: files.length })}</b></p><ul>${files.slice(0, MOST_NAMED).map(({ name, why }) => html`<li>${name}: ${whyUnread[why]}</li>`)}${rest}</ul>`;
}

/** The files of a month, the worst first; each opens by its name. */
export function showMonth(place: Element, files: readonly Judged[], open: (file: Judged) => void): void {
  const { language, leftOut, unread } = session;
  const words = PAGE_WORDS[language];
  const rows = files
    .map((file) => ({ file, verdict: sayVerdict(file.result, language) }))
    .sort(
      (a, b) => RANK[a.verdict.tone] - RANK[b.verdict.tone] || b.file.result.fatal_count - a.file.result.fatal_count,
    );
  const bad = rows.filter(({ verdict }) => verdict.tone === 'stop').length;
  const row = ({ file, verdict }: (typeof rows)[number], index: number): Html => {
    const { summary, root_causes } = file.result;
    return html`<tr><td class="tone ${verdict.tone}">${verdict.says}</td><th scope="row"><button type="button" class="link long" data-row="${index}">${file.name}</button></th><td><span class="long">${summary.invoice_id ?? ''}</span></td><td><span class="long">${summary.seller_name ?? ''}</span></td><td>${root_causes[0]?.title[language] ?? ''}</td></tr>`;
  };
  show(
    place,
    html`<div class="report"><header class="verdict ${bad > 0 || unread.length > 0 ? 'stop' : 'go'}"><div><h1 id="verdict" tabindex="-1">${fill(words.month, { n: files.length })}</h1><p>${fill(words.monthSays, { good: files.length - bad, all: files.length, bad })}</p>${leftOut === 0 ? NO_HTML : html`<p><b>${fill(words.leftOut, { n: leftOut, most: MOST_FILES })}</b></p>`}${unreadOf(unread, language)}</div></header></div>
<div class="bar"><button type="button" class="button" data-action="another">${words.another}</button><button type="button" class="button quiet" data-action="print">${words.print}</button>${downloadMenu()}<span class="grow">${words.private}</span></div>
<div class="scroll" tabindex="0" role="region" aria-label="${words.verdict}"><table class="month"><thead><tr><th scope="col">${words.verdict}</th><th scope="col">${words.file}</th><th scope="col">${words.number}</th><th scope="col">${words.seller}</th><th scope="col">${words.first}</th></tr></thead><tbody>${rows.map(row)}</tbody></table></div>`,
  );
  for (const button of place.querySelectorAll<HTMLElement>('[data-row]'))
    button.addEventListener('click', () => open(rows[Number(button.dataset.row)]!.file));
}
