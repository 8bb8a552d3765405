import { html, NO_HTML } from '../src/lib/html.ts';
import { show } from './dom.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import { session } from './session.ts';
import type { XmlPane } from './xml-pane.ts';

/**
 * Buttons above the XML: undo, redo and show the changes since the file was opened.
 *
 * @param original null if the XML cannot be edited; the panel then shows the reason
 */
export function editTools(place: Element, pane: XmlPane, original: string | null): void {
  const words = PAGE_WORDS[session.language];
  const laidOut = pane.isLaidOut ? html`<span class="soft">${words.laidOut}</span>` : NO_HTML;
  if (original === null) {
    show(place, html`<span class="soft">${words.readOnly}</span>${laidOut}`);
    return;
  }
  show(
    place,
    html`<span class="soft">${words.editable}</span><button type="button" class="button quiet" data-edit="undo">${words.editUndo}</button><button type="button" class="button quiet" data-edit="redo">${words.editRedo}</button><button type="button" class="button quiet" data-edit="difference" aria-pressed="${String(pane.isCompared())}">${words.difference}</button>${laidOut}`,
  );
  place.addEventListener('click', ({ target }) => {
    const button = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-edit]') : null;
    if (button === null) return;
    const { edit } = button.dataset;
    if (edit === 'undo') return pane.undo();
    if (edit === 'redo') return pane.redo();
    pane.compareWith(pane.isCompared() ? null : original);
    button.setAttribute('aria-pressed', String(pane.isCompared()));
  });
}
