import { type Html, html, NO_HTML } from '../../src/lib/html.ts';
import { show } from '../dom.ts';
import { words } from './call.ts';

/**
 * Asks in the place of a button before anything is done; with a no, the button is there again.
 *
 * @param asked the question, and what the yes says
 * @param more what else is to be filled in
 * @param act gets what was filled in, by the names of the fields
 */
export function askFirst(
  button: HTMLButtonElement,
  asked: { readonly question: string; readonly yes: string; readonly more?: Html },
  act: (filled: FormData) => void,
): void {
  const form = document.createElement('form');
  form.className = 'key-form';
  show(
    form,
    html`<p class="question" tabindex="-1" data-question>${asked.question}</p>${asked.more ?? NO_HTML}<button class="button" data-yes>${asked.yes}</button><button type="button" class="button quiet" data-no>${words().no}</button>`,
  );
  button.replaceWith(form);
  form.querySelector<HTMLElement>('[data-question]')?.focus();
  form.querySelector('[data-no]')?.addEventListener('click', () => {
    form.replaceWith(button);
    button.focus();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    form.replaceWith(button);
    act(new FormData(form));
  });
}
