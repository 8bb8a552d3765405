import { type Html, html, NO_HTML } from '../../src/lib/html.ts';
import { own } from '../../src/lib/own-property.ts';
import { toLine } from '../../src/lib/sanitize-inline.ts';
import { show } from '../dom.ts';
import { read, session, words } from './call.ts';

/** A document as shown on the page. */
/** Reason of a failure; `said` is the original message of the partner. */
type Reason = { readonly detail: Record<'sk' | 'en', string>; readonly said: string | null };

export type ShownDocument = {
  readonly id: string;
  readonly filename: string;
  readonly status: string;
  readonly ruleset: { readonly coverage: string } | null;
  readonly created_at: string;
  readonly summary: { readonly invoice_id: string | null; readonly seller_name: string | null } | null;
  readonly error: { readonly detail: Record<'sk' | 'en', string> } | null;
  readonly preparation: { readonly id: string; readonly partner: string; readonly error: Reason | null } | null;
  readonly send: { readonly id: string; readonly error: Reason | null } | null;
};

type Page = { readonly documents: readonly ShownDocument[]; readonly next_cursor: string | null };

/** A document that was validated only in part is not shown as valid. */
export const describeStatus = ({ status, ruleset }: Pick<ShownDocument, 'status' | 'ruleset'>): string =>
  status === 'validated' && ruleset?.coverage === 'asked'
    ? words().partlyJudged
    : (own(words().statuses, status) ?? status);

export const formatTime = (at: string): string =>
  new Intl.DateTimeFormat(session.language === 'sk' ? 'sk-SK' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
  }).format(new Date(at));

/** Shows the documents of the workspace, newest first. A click on a name calls `open`. @throws ServiceRefused */
export async function showList(place: HTMLElement, open: (id: string) => void): Promise<void> {
  const shown: ShownDocument[] = [];
  const more = async (cursor: string | null): Promise<void> => {
    const page = await read<Page>(
      `/api/documents?limit=20${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    shown.push(...page.documents);
    show(place, listOf(shown, page.next_cursor !== null));
    for (const button of place.querySelectorAll<HTMLElement>('[data-open]'))
      button.addEventListener('click', () => open(button.dataset.open!));
    place.querySelector('[data-more]')?.addEventListener('click', () => void more(page.next_cursor));
  };
  await more(null);
}

function listOf(documents: readonly ShownDocument[], isMore: boolean): Html {
  const { list, none, file, status, seller, time, more } = words();
  const row = ({ id, filename, summary, created_at, ...now }: ShownDocument): Html =>
    html`<tr><th scope="row"><button type="button" class="link long" data-open="${id}">${toLine(filename)}</button></th><td>${describeStatus(now)}</td><td><span class="long">${summary?.seller_name ?? ''}</span></td><td>${formatTime(created_at)}</td></tr>`;
  return html`<h2 id="work-heading" tabindex="-1">${list}</h2>${
    documents.length === 0
      ? html`<p>${none}</p>`
      : html`<div class="wide" tabindex="0" role="region" aria-label="${list}"><table><thead><tr><th scope="col">${file}</th><th scope="col">${status}</th><th scope="col">${seller}</th><th scope="col">${time}</th></tr></thead><tbody>${documents.map(row)}</tbody></table></div>`
  }${isMore ? html`<button type="button" class="button quiet" data-more>${more}</button>` : NO_HTML}`;
}
