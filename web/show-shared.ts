import { html } from '../src/lib/html.ts';
import { renderLinkReport } from '../src/modules/result-view/index.ts';
import { show } from './dom.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import { type Shared, session } from './session.ts';

/** Shows the report of a link. There is no file, so the page offers no corrections and shows no XML. */
export function showShared(place: Element, { report, texts }: Shared): void {
  const words = PAGE_WORDS[session.language];
  show(
    place,
    html`<div class="bar"><span class="grow">${words.shared}</span><button type="button" class="button quiet" data-action="print">${words.print}</button><button type="button" class="button" data-action="another">${words.ownFile}</button></div>${renderLinkReport(report, texts, session.language)}`,
  );
}
